import type { InputHTMLAttributes } from 'react';
import style from './map.module.css';

type Props = InputHTMLAttributes<HTMLInputElement> & {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
};

/** A short text with its label above. */
export const TextInput = ({ label, text, onText, ...input }: Props) => (
  <label className={style.choice}>
    <span className="label">{label}</span>
    <input autoComplete="off" {...input} value={text} onChange={({ target }) => onText(target.value)} />
  </label>
);
