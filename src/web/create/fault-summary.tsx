import { useEffect, useRef } from 'react';
import style from './create.module.css';
import type { FormFault } from './form-values.ts';

interface Props {
  readonly faults: readonly FormFault[];
  readonly onGo: (path: string) => void;
}

/** Several faults of a form, each a way to its field, and those that belong to none. */
export function FaultSummary({ faults, onGo }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [faults]);
  // A single fault stands at its field, which takes the focus.
  if (faults.every(({ path }) => path !== null) && faults.length < 2) return null;
  return (
    <div ref={box} tabIndex={-1} role="alert" className={style.summary}>
      <strong>
        {faults.length === 1 ? 'One thing is missing or wrong:' : `${faults.length} things are missing or wrong:`}
      </strong>
      <ul>
        {faults.map(({ path, message }, index) => (
          <li key={`${index} ${message}`}>
            {path === null ? (
              message
            ) : (
              <button type="button" onClick={() => onGo(path)}>
                {message}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
