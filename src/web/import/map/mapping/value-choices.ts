import type { Field } from '../../../../resources/fields.ts';
import { type FirmDirectory, entriesOf, type Entry, nameOf } from '../../../data/directory.ts';
import { choiceName } from '../../../../resources/labels.ts';
import type { MappingEditing } from './editing.ts';

/** A value that a field can have. */
export interface ValueChoice {
  readonly value: unknown;
  readonly name: string;
}

/** The values that a field can have, as a mapping writes them; null if it can have any. */
export function valueChoices(
  { targets, mapping }: Pick<MappingEditing, 'targets' | 'mapping'>,
  to: string,
  directory: FirmDirectory,
): ValueChoice[] | null {
  const target = targets.get(to);
  if (target && target.options.length > 0) return target.options.map((value) => ({ value, name: value }));
  const by = mapping.references[to]?.by ?? 'name';
  return target?.field ? fieldChoices(target.field, by, directory) : null;
}

function fieldChoices(field: Field, by: string, directory: FirmDirectory): ValueChoice[] | null {
  switch (field.kind) {
    case 'choice':
      return field.values.map((value) => ({ value, name: choiceName(value) }));
    case 'boolean':
      return yesAndNo;
    case 'entry_key':
      return entriesOf(directory, field.of).map((entry) => ({ value: entry.key ?? '', name: nameOf(entry) }));
    case 'reference':
    case 'references':
      return referenceChoices(entriesOf(directory, field.to), by);
    default:
      return null;
  }
}

const yesAndNo: ValueChoice[] = [
  { value: true, name: 'Yes' },
  { value: false, name: 'No' },
];

function referenceChoices(entries: readonly Entry[], by: string): ValueChoice[] | null {
  const isListed = entries.length > 0 && by !== 'external_id';
  return isListed ? entries.map((entry) => ({ value: valueOf(entry, by), name: nameOf(entry) })) : null;
}

function valueOf(entry: Entry, by: string): string {
  if (by === 'id') return entry.id;
  return by === 'email' ? (entry.email ?? '') : nameOf(entry);
}
