import { type MouseEvent, useEffect, useRef } from 'react';
import { Chord } from '../key-help/chord.tsx';
import style from './command-menu.module.css';
import type { MenuOption, Section } from './options.ts';

interface Props {
  readonly id: string;
  readonly sections: readonly Section[];
  readonly active: MenuOption | undefined;
  readonly onPoint: (key: string) => void;
  readonly onOpen: (option: MenuOption, target: 'here' | 'tab') => void;
}

/** The options under their headings. The field above keeps the focus. */
export function CommandOptions({ id, sections, active, onPoint, onOpen }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const order = sections.flatMap(({ options }) => options);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active?.key]);
  const click = (option: MenuOption) => (event: MouseEvent) => {
    // The middle button opens a tab, as with links.
    if (event.button <= 1) onOpen(option, event.ctrlKey || event.metaKey || event.button === 1 ? 'tab' : 'here');
  };
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Results"
      className={style.list}
      // A press on an option leaves the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
    >
      {sections.map(({ name, options }) => (
        <div key={name} role="group" aria-label={name}>
          <p className={`label ${style.heading}`} aria-hidden>
            {name}
          </p>
          {options.map((option) => (
            <div
              key={option.key}
              id={`${id}-${order.indexOf(option)}`}
              role="option"
              aria-selected={option.key === active?.key}
              className={style.option}
              onMouseMove={() => option.key === active?.key || onPoint(option.key)}
              onClick={click(option)}
              onAuxClick={click(option)}
            >
              <bdi className={style.name}>{option.name}</bdi>
              {option.note && <bdi className={style.note}>{option.note}</bdi>}
              {option.chord && (
                <span className={style.chord}>
                  <Chord chord={option.chord} />
                </span>
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
