import type { MappedColumn } from '../../../resources/transfer/mapping.ts';
import type { MappingEditing } from './mapping/editing.ts';
import { Chosen } from './chosen.tsx';

interface Props {
  readonly editing: MappingEditing;
  readonly mapped: MappedColumn;
  readonly onChange: (column: MappedColumn) => void;
}

/** The columns that fill a field beside the first one. */
export function Sources({ editing, mapped, onChange }: Props) {
  const { from, transform = [] } = mapped;
  // Lists are alternatives, of which the cells are joined.
  const isJoined =
    transform.some((step) => typeof step === 'object' && 'join' in step) &&
    from.every((source) => typeof source === 'string');
  const [, ...others] = from;
  const taken = from.flat();
  const free = editing.item.columns.map(({ name }) => name).filter((name) => !taken.includes(name));
  const chosen = others.map((source) => [source].flat().join(' + '));
  return (
    <Chosen
      label={isJoined ? 'Joined with' : 'If it is blank, then'}
      chosen={chosen.map((name) => [name, name])}
      add="Another column"
      options={free.map((name) => [name, name])}
      onAdd={(name) => onChange({ ...mapped, from: [...from, name] })}
      onRemove={(index) => onChange({ ...mapped, from: from.toSpliced(index + 1, 1) })}
    />
  );
}
