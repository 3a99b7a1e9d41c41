import { useState } from 'react';
import { eventTypes } from '../../../resources/events.ts';
import { choiceName } from '../../../resources/labels.ts';
import { FaultLine } from '../../parts/failure/fault-line.tsx';
import choices from '../../parts/field/choices.module.css';
import type { FormPartProps } from '../../create/form-field.tsx';
import style from './event-types-field.module.css';

/** The types of messages that a webhook takes: every type, or some of them, by the record that they report. */
export function EventTypesField({ shape, value, fault, onChange }: FormPartProps) {
  const chosen = (value ?? []) as readonly string[];
  const [isSome, setSome] = useState(chosen.length > 0);
  const check = (types: readonly string[], isChecked: boolean): void =>
    onChange(eventTypes.filter((type) => (types.includes(type) ? isChecked : chosen.includes(type))));
  const chooseEvery = (): void => {
    setSome(false);
    onChange([]);
  };
  return (
    <fieldset className={choices.field}>
      <legend className="label">{shape.label}</legend>
      <label className={choices.choice}>
        <input type="radio" name={shape.path} checked={!isSome} onChange={chooseEvery} />
        Every type, also those of later versions
      </label>
      <label className={choices.choice}>
        <input type="radio" name={shape.path} checked={isSome} onChange={() => setSome(true)} />
        Only some
      </label>
      {isSome && (
        <>
          <div className={style.groups}>
            {groups.map(([record, types]) => (
              <Group key={record} record={record} types={types} chosen={chosen} onCheck={check} />
            ))}
          </div>
          {chosen.length === 0 && <p className="small quiet">Without a choice the webhook takes every type.</p>}
        </>
      )}
      <FaultLine>{fault}</FaultLine>
    </fieldset>
  );
}

interface GroupProps {
  readonly record: string;
  readonly types: readonly string[];
  readonly chosen: readonly string[];
  readonly onCheck: (types: readonly string[], isChecked: boolean) => void;
}

const Group = ({ record, types, chosen, onCheck }: GroupProps) => (
  <fieldset className={style.group}>
    <legend>{choiceName(record)}</legend>
    {types.map((type) => (
      <label key={type} className={choices.choice}>
        <input
          type="checkbox"
          checked={chosen.includes(type)}
          onChange={({ target }) => onCheck([type], target.checked)}
        />
        {choiceName(type.slice(record.length + 1))}
      </label>
    ))}
  </fieldset>
);

const recordOf = (type: string): string => type.slice(0, type.indexOf('.'));

/** The types by the record that they report, in the order of the declarations. */
const groups = [...new Set(eventTypes.map(recordOf))].map(
  (record) => [record, eventTypes.filter((type) => recordOf(type) === record)] as const,
);
