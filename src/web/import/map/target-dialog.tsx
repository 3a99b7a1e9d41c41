import { resourceOf } from '../../../resources/index.ts';
import type { MappedColumn, Mapping } from '../../../resources/transfer/mapping.ts';
import { useSession } from '../../data/session.ts';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { type Option, Picker } from '../../parts/picker/picker.tsx';
import type { FileColumn } from '../import.ts';
import type { Editing } from './mapping/editing.ts';
import { added, type Entry, replaced, rootOf } from './mapping/mapping-edits.ts';
import { newField } from './mapping/new-field.ts';
import { type Target, takesCustomFields } from './mapping/targets.ts';
import { usualColumn, usualRule } from './mapping/usual-steps.ts';

interface Props {
  readonly editing: Editing;
  readonly column: FileColumn;
  /** What is changed; null for another field. */
  readonly entry: Entry | null;
  readonly onClose: () => void;
}

const make = 'make a field';

/** Chooses the field that a column fills. */
export function TargetDialog({ editing, column, entry, onClose }: Props) {
  const { item, mapping, targets, change } = editing;
  const isAdmin = useSession().user.role === 'admin';
  const options = [...targets.values()].map((target) => optionOf(target, mapping, entry));
  const isOffered = isAdmin && takesCustomFields(item.as);
  const made: Option = { key: make, name: `New field “${column.name}”`, note: 'is defined by the import' };
  const pick = (key: string): void => {
    onClose();
    if (key === make) {
      change(withNewField(editing, entry, column));
      return;
    }
    const target = targets.get(key);
    if (!target) return;
    change(placed(withRule(editing, target, column), entry, usualColumn(target, column, entry?.column.from)));
  };
  return (
    <Dialog title={`Field for ${column.name}`} onClose={onClose}>
      <Picker label="Field" options={isOffered ? [...options, made] : options} onPick={pick} />
    </Dialog>
  );
}

function optionOf({ to, label, isRequired }: Target, { columns }: Mapping, entry: Entry | null): Option {
  const taken = columns.find((one) => one.to === to);
  const note = taken ? `from ${taken.from.flat()[0] ?? ''}` : isRequired === true && 'required';
  return { key: to, name: label, ...(note === false ? {} : { note }), isCurrent: entry?.column.to === to };
}

const placed = (mapping: Mapping, entry: Entry | null, column: MappedColumn): Mapping =>
  entry ? replaced(mapping, entry.index, column) : added(mapping, column);

/** The mapping with the usual rule for a reference that it did not have. */
function withRule({ mapping, targets }: Editing, { to }: Target, column: FileColumn): Mapping {
  const root = rootOf(to);
  const field = targets.get(root)?.field;
  if ((field?.kind !== 'reference' && field?.kind !== 'references') || root in mapping.references) return mapping;
  const rule = usualRule(field.to, column);
  const by = to.endsWith('.email') && 'email' in resourceOf(field.to).fields ? 'email' : rule.by;
  return { ...mapping, references: { ...mapping.references, [root]: { ...rule, by } } };
}

function withNewField({ mapping, targets }: Editing, entry: Entry | null, column: FileColumn): Mapping {
  const { apiName, field } = newField(column, targets);
  const made = { ...mapping, custom_fields: { ...mapping.custom_fields, [apiName]: field } };
  return placed(made, entry, { from: [column.name], to: `custom_fields.${apiName}` });
}
