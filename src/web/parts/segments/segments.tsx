import { Button } from '../button/button.tsx';
import style from './segments.module.css';

interface Props<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, name: string])[];
  readonly onChange: (value: Value) => void;
}

/** One of two or three values, all in sight, which acts as soon as it is pressed. */
export const Segments = <Value extends string>({ label, value, options, onChange }: Props<Value>) => (
  <div className={style.segments} role="group" aria-label={label}>
    {options.map(([key, name]) => (
      <Button key={key} className={style.segment} aria-pressed={key === value} onClick={() => onChange(key)}>
        {name}
      </Button>
    ))}
  </div>
);
