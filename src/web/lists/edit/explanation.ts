import { labelOf } from '../../fields/labels.ts';
import type { PageField } from '../../fields/page-field.ts';

/** Says how a value that nobody can change follows from others. The declaration of the field describes it. */
export function explanation({ label, field }: PageField, plural: string): string {
  const [first = ''] = (field.description ?? '').split(/(?<=\.)\s/);
  const described = first
    .replace(/; read-only\.$/, '.')
    .replaceAll(/`([a-z_]+)`/g, (_, name: string) => `“${labelOf(name, plural)}”`);
  return `${label} cannot be changed here.${described === '' ? '' : ` ${described}`}`;
}
