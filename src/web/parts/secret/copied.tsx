import { useRef, useState } from 'react';
import { Button } from '../button/button.tsx';
import { Field } from '../field/field.tsx';
import style from './copied.module.css';

/** A text that can be copied but not changed. */
export function Copied({ label, value }: { readonly label: string; readonly value: string }) {
  const [said, setSaid] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const copy = (): void => {
    box.current?.querySelector('input')?.select();
    // A page over plain http has no `navigator.clipboard`.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    setSaid(document.execCommand('copy') ? 'Copied.' : 'Press Ctrl C to copy it.');
  };
  return (
    <div ref={box} className={style.copied}>
      <Field label={label} readOnly value={value} onFocus={({ target }) => target.select()} />
      <Button data-first aria-label={`Copy ${label.toLowerCase()}`} onClick={copy}>
        Copy
      </Button>
      <p role="status" className={style.said}>
        {said}
      </p>
    </div>
  );
}
