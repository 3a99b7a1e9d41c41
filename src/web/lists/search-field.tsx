import { useEffect, useRef } from 'react';
import { useKeys } from '../keys/keys.ts';
import style from './list-screen.module.css';

interface Props {
  readonly label: string;
  /** The words of the address. */
  readonly words: string;
  readonly onSearch: (words: string) => void;
}

const pauseMs = 250;

/** Searches a list while somebody types. The key `/` leads here. */
export function SearchField({ label, words, onSearch }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useKeys({ '/': { does: label, act: () => input.current?.select() } });
  useEffect(() => {
    const field = input.current;
    // While a person types, the field is newer than the address.
    if (field && field !== document.activeElement) field.value = words;
  }, [words]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (text: string): void => {
    clearTimeout(timer.current);
    if (text !== words) onSearch(text);
  };
  return (
    <input
      ref={input}
      type="search"
      className={style.search}
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder="Search"
      maxLength={255}
      defaultValue={words}
      onChange={({ target: { value } }) => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => search(value.trim()), pauseMs);
      }}
      onKeyDown={({ key, currentTarget: { value } }) => {
        if (key === 'Enter') search(value.trim());
      }}
    />
  );
}
