import type { Fault } from '../../../client/problem.ts';
import { Choice } from '../../parts/field/choice.tsx';
import { type MappingEditing, faultInWords } from './mapping/editing.ts';
import style from './map.module.css';
import { placeColumn } from './mapping/place-column.ts';

interface Props {
  readonly editing: MappingEditing;
  /** The mistakes of the mapping as a whole. */
  readonly faults: readonly Fault[];
}

/** The required fields that nothing fills, each with a choice of the columns. */
export function Missing({ editing, faults }: Props) {
  if (faults.length === 0) return null;
  return (
    <div role="alert" className={style.missing}>
      {faults.map((fault) => (
        <Needed key={fault.message} editing={editing} fault={fault} />
      ))}
    </div>
  );
}

function Needed({ editing, fault }: { readonly editing: MappingEditing; readonly fault: Fault }) {
  const { item, targets } = editing;
  const target = targets.get(/^(\S+) is required/.exec(fault.message)?.[1] ?? '');
  if (!target) return <p>{faultInWords(fault)}</p>;
  const take = (name: string): void => {
    if (name !== '') void placeColumn(editing, { name, to: target.to, entry: null });
  };
  return (
    <Choice
      name={`${target.label} is required. Take it from`}
      className={style.needed}
      value=""
      options={[['', 'Choose a column'], ...item.columns.map(({ name }): [string, string] => [name, name])]}
      onChange={take}
    />
  );
}
