import { useRef, useState } from 'react';
import { Button } from '../../parts/button/button.tsx';
import { Field } from '../../parts/field/field.tsx';
import style from './copied.module.css';

/** A text that can be copied but not changed. */
export function Copied({ label, value }: { readonly label: string; readonly value: string }) {
  const [said, setSaid] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      setSaid('Copied.');
    } catch {
      // Without https a page has no clipboard. The text is then ready for the keys.
      box.current?.querySelector('input')?.select();
      setSaid('Press Ctrl C to copy it.');
    }
  };
  return (
    <div ref={box} className={style.copied}>
      <Field label={label} readOnly value={value} onFocus={({ target }) => target.select()} />
      <Button data-first aria-label={`Copy ${label.toLowerCase()}`} onClick={() => void copy()}>
        Copy
      </Button>
      <p role="status" className={style.said}>
        {said}
      </p>
    </div>
  );
}
