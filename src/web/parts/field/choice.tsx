interface Props {
  readonly name: string;
  readonly className: string | undefined;
  readonly value: string;
  readonly options: readonly (readonly [value: string, name: string])[];
  readonly onChange: (value: string) => void;
}

/** One of a few values, which acts as soon as it is chosen. */
export const Choice = ({ name, className, value, options, onChange }: Props) => (
  <label className={className}>
    <span className="label">{name}</span>
    <select value={value} onChange={({ target }) => onChange(target.value)}>
      {options.map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </select>
  </label>
);
