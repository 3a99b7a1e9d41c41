import { messageIncludes } from '../../../resources/events.ts';
import { FaultLine } from '../../parts/failure/fault-line.tsx';
import choices from '../../parts/field/choices.module.css';
import type { FormPartProps } from '../../create/form-field.tsx';

const [record] = messageIncludes;

/** Whether the messages of a webhook contain the record. */
export function IncludeField({ shape, value, fault, onChange }: FormPartProps) {
  const chosen = (value ?? []) as readonly string[];
  return (
    <fieldset className={choices.field}>
      <legend className="label">{shape.label}</legend>
      <label className={choices.choice}>
        <input
          type="checkbox"
          checked={chosen.includes(record)}
          onChange={({ target }) => onChange(target.checked ? [record] : [])}
        />
        The record as it is when the message is sent, with all its fields
      </label>
      <FaultLine>{fault}</FaultLine>
    </fieldset>
  );
}
