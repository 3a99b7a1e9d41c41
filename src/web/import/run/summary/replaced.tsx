import { areReplaced, type ProblemGroup } from '../../../../resources/transfer/import-summary.ts';
import { useFormats } from '../../../data/formats.ts';
import { labelOf } from '../../../../resources/labels.ts';
import { Button } from '../../../parts/button/button.tsx';
import type { Import } from '../../import.ts';
import { rowsFileHref } from '../rows-query.ts';
import run from '../run.module.css';

interface Props {
  readonly item: Import;
  readonly warnings: readonly ProblemGroup[];
  readonly onShow: () => void;
}

/** How many rows a later row replaces, and how many of these have another name. They can be seen and saved. */
export function Replaced({ item, warnings, onShow }: Props) {
  const { count } = useFormats();
  const rows = (item.counts ?? item.dry_run)?.superseded ?? 0;
  if (rows === 0 || !item.file) return null;
  const others = warnings.filter(areReplaced).reduce((sum, group) => sum + group.count, 0);
  const keys = item.mapping.upsert_by.map((name) => inSentence(labelOf(name))).join(' and ');
  return (
    <div>
      <p>
        {rows === 1 ? '1 row is' : `${count(rows)} rows are`} replaced by a later row with the same {keys}.
        {others > 0 && <strong> {otherNames(rows, others, count)}</strong>}
      </p>
      <div className={run.actions}>
        <Button look="bare" onClick={onShow}>
          Show the replaced rows
        </Button>
        <a className={run.link} href={rowsFileHref(item, 'superseded')} download>
          Save the replaced rows as a file
        </a>
      </div>
    </div>
  );
}

const inSentence = (label: string): string => `${label.charAt(0).toLowerCase()}${label.slice(1)}`;

function otherNames(rows: number, others: number, count: (count: number) => string): string {
  if (rows === 1) return 'That row has another name.';
  return others === 1 ? '1 of them has another name.' : `${count(others)} of them have another name.`;
}
