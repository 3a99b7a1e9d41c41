import { X } from '../../parts/icons/icons.tsx';
import { Button } from '../../parts/button/button.tsx';
import { Choice } from '../../parts/field/choice.tsx';
import style from './map.module.css';

type Named = readonly (readonly [key: string, name: string])[];

interface Props {
  readonly label: string;
  readonly chosen: Named;
  /** The name of the choice that adds another. */
  readonly add: string;
  readonly options: Named;
  readonly onAdd: (key: string) => void;
  readonly onRemove: (index: number) => void;
}

/** Several values in their order. One is added by choosing it, and each can be taken away. */
export const Chosen = ({ label, chosen, add, options, onAdd, onRemove }: Props) => (
  <div className={style.chosen} role="group" aria-label={label}>
    {chosen.map(([key, name], index) => (
      <span key={key} className={style.one}>
        {index === 0 && <span className="label">{label}</span>} <span dir="auto">{name}</span>
        <Button look="bare" aria-label={`Remove ${name}`} onClick={() => onRemove(index)}>
          <X aria-hidden />
        </Button>
      </span>
    ))}
    {options.length > 0 && (
      <Choice
        name={chosen.length === 0 ? label : 'and'}
        className={style.choice}
        value=""
        options={[['', add], ...options]}
        onChange={(key) => {
          if (key !== '') onAdd(key);
        }}
      />
    )}
  </div>
);
