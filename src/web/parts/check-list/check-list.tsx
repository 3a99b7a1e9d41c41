import style from './check-list.module.css';

interface Props {
  readonly label: string;
  readonly options: readonly { readonly key: string; readonly name: string }[];
  /** The keys of the checked options, in the order in which they were checked. */
  readonly keys: readonly string[];
  readonly onChange: (keys: readonly string[]) => void;
}

/** A few values, of which several can be checked. */
export const CheckList = ({ label, options, keys, onChange }: Props) => (
  <fieldset className={style.list}>
    <legend className="label">{label}</legend>
    <div className={style.options}>
      {options.map(({ key, name }) => (
        <label key={key} className={style.option}>
          <input
            type="checkbox"
            checked={keys.includes(key)}
            onChange={({ target }) => onChange(target.checked ? [...keys, key] : keys.filter((one) => one !== key))}
          />
          <span>{name}</span>
        </label>
      ))}
    </div>
  </fieldset>
);
