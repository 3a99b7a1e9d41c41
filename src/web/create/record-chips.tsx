import { Button } from '../parts/button/button.tsx';
import { X } from '../parts/icons/icons.tsx';
import type { NamedRecord } from '../finding/use-found.ts';
import style from './record-chips.module.css';

interface Props {
  readonly records: readonly NamedRecord[];
  readonly onRemove: (index: number) => void;
}

/** Records that somebody has chosen. A press takes one away. */
export const RecordChips = ({ records, onRemove }: Props) =>
  records.length > 0 && (
    <ul className={style.records}>
      {records.map(({ name }, index) => (
        <li key={index} className={style.record}>
          <bdi>{name}</bdi>
          <Button look="bare" aria-label={`Remove ${name}`} onClick={() => onRemove(index)}>
            <X aria-hidden />
          </Button>
        </li>
      ))}
    </ul>
  );
