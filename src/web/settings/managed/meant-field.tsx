import { useId } from 'react';
import { choiceName } from '../../../resources/labels.ts';
import { FaultLine } from '../../parts/failure/fault-line.tsx';
import choices from '../../parts/field/choices.module.css';
import type { FormPartProps } from '../../create/form-field.tsx';
import style from './meant-field.module.css';

interface Props extends FormPartProps {
  /** The meaning of each value. */
  readonly meanings: Readonly<Record<string, string>>;
  readonly hint?: string;
}

/** One or several values of a closed set, each with what it means. */
export function MeantField({ shape, value, fault, onChange, meanings, hint }: Props) {
  const { path, label, field } = shape;
  const about = useId();
  const isSeveral = field.kind === 'texts';
  const chosen = Array.isArray(value) ? (value as readonly string[]) : [value as string | undefined];
  const choose = (one: string, isChosen: boolean): void => {
    if (!isSeveral) onChange(one);
    else onChange(Object.keys(meanings).filter((key) => (key === one ? isChosen : chosen.includes(key))));
  };
  return (
    <fieldset className={choices.field} aria-describedby={about}>
      <legend className="label">{field.required ? `${label} (required)` : label}</legend>
      {Object.entries(meanings).map(([one, meaning]) => (
        <label key={one} className={choices.choice}>
          <input
            type={isSeveral ? 'checkbox' : 'radio'}
            name={path}
            checked={chosen.includes(one)}
            onChange={({ target }) => choose(one, target.checked)}
          />
          <span>
            <strong>{choiceName(one)}</strong> <span className={style.meaning}>{meaning}</span>
          </span>
        </label>
      ))}
      <div id={about}>
        <FaultLine>{fault}</FaultLine>
        {hint !== undefined && <p className="small quiet">{hint}</p>}
      </div>
    </fieldset>
  );
}
