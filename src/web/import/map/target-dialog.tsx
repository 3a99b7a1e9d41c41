import type { Mapping } from '../../../resources/transfer/mapping.ts';
import { useSession } from '../../data/session.ts';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { type Option, Picker } from '../../parts/picker/picker.tsx';
import type { FileColumn } from '../../../resources/transfer/imports.ts';
import type { MappingEditing } from './mapping/editing.ts';
import { added, type MappingEntry, replaced } from './mapping/mapping-edits.ts';
import { newField } from './mapping/new-field.ts';
import { placeColumn } from './mapping/place-column.ts';
import { hasCustomFields } from '../../../resources/list-fields.ts';
import { resourceOf } from '../../../resources/index.ts';
import type { ColumnTarget } from './mapping/targets.ts';

interface Props {
  readonly editing: MappingEditing;
  readonly column: FileColumn;
  /** The mapped column to change; null adds another field. */
  readonly entry: MappingEntry | null;
  readonly onClose: () => void;
}

const make = 'make a field';

/** Chooses the field that a column fills. */
export function TargetDialog({ editing, column, entry, onClose }: Props) {
  const { item, mapping, targets, change } = editing;
  const isAdmin = useSession().user.role === 'admin';
  const options = [...targets.values()].map((target) => optionOf(target, mapping, entry));
  const isOffered = isAdmin && hasCustomFields(resourceOf(item.as));
  const made: Option = { key: make, name: `New field “${column.name}”`, note: 'is defined by the import' };
  const pick = (key: string): void => {
    onClose();
    if (key === make) {
      change(withNewField(editing, entry, column));
      return;
    }
    void placeColumn(editing, { name: column.name, to: key, entry });
  };
  return (
    <Dialog title={`Field for ${column.name}`} onClose={onClose}>
      <Picker label="Field" options={isOffered ? [...options, made] : options} onPick={pick} />
    </Dialog>
  );
}

function optionOf({ to, label, isRequired }: ColumnTarget, { columns }: Mapping, entry: MappingEntry | null): Option {
  const taken = columns.find((one) => one.to === to);
  const note = taken ? `from ${taken.from.flat()[0] ?? ''}` : isRequired && 'required';
  return { key: to, name: label, ...(note === false ? {} : { note }), isCurrent: entry?.column.to === to };
}

function withNewField({ mapping, targets }: MappingEditing, entry: MappingEntry | null, column: FileColumn): Mapping {
  const { apiName, field } = newField(column, targets);
  const made = { ...mapping, custom_fields: { ...mapping.custom_fields, [apiName]: field } };
  const filled = { from: [column.name], to: `custom_fields.${apiName}` };
  return entry ? replaced(made, entry.index, filled) : added(made, filled);
}
