import type { ColumnProposal, Mapping } from '../../../../resources/transfer/mapping.ts';
import { reasonOf } from '../../../parts/failure/failure.tsx';
import { toast } from '../../../toasts/toasts.ts';
import { columnProposal } from '../../import.ts';
import type { MappingEditing } from './editing.ts';
import { added, type MappingEntry, replaced, rootOf, usesOf } from './mapping-edits.ts';

/**
 * Fills a field from a column in the way that the service proposes.
 * @param entry the mapped column to replace; null to add one.
 */
export async function placeColumn(
  { item, mapping, change }: MappingEditing,
  { name, to, entry }: { readonly name: string; readonly to: string; readonly entry: MappingEntry | null },
): Promise<void> {
  // The service does not know yet the fields that the mapping defines.
  const isNew = Object.keys(mapping.custom_fields).some((own) => to === `custom_fields.${own}`);
  try {
    const proposal = isNew
      ? { column: { from: [name], to }, reference: null }
      : await columnProposal(item.id, name, to);
    change((current) => {
      const ruled = withRule(current, rootOf(to), proposal);
      if (entry === null) return added(ruled, proposal.column);
      // While the service answered, the person may have taken away this column, or one before it.
      const now = usesOf(current, name).own.find(({ column }) => column.to === entry.column.to);
      return now ? replaced(ruled, now.index, { ...proposal.column, from: now.column.from }) : current;
    });
  } catch (error) {
    toast(reasonOf(error), { isFault: true });
  }
}

const withRule = (mapping: Mapping, name: string, { reference }: ColumnProposal): Mapping =>
  reference === null || name in mapping.references
    ? mapping
    : { ...mapping, references: { ...mapping.references, [name]: reference } };
