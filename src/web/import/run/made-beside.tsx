import { resourceOf } from '../../../resources/index.ts';
import { mostMadeInCheck } from '../../../resources/transfer/shown-import.ts';
import { useFormats } from '../../data/formats.ts';
import { counted } from '../../fields/nouns.ts';
import type { Import } from '../import.ts';

/** The records that an import makes because its rows refer to them. */
export function MadeBeside({ item: { made = {} }, verb }: { readonly item: Import; readonly verb: 'makes' | 'made' }) {
  const formats = useFormats();
  const leastOf = (many: number): string => (verb === 'makes' && many === mostMadeInCheck ? 'at least ' : '');
  const others = Object.entries(made).filter(([, many]) => many > 0);
  if (others.length === 0) return null;
  return (
    <p>
      For its rows the import also {verb}{' '}
      {others.map(([plural, many]) => leastOf(many) + counted(many, resourceOf(plural), formats)).join(', ')}.
    </p>
  );
}
