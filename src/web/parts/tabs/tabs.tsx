import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import style from './tabs.module.css';

/** One of several views of the same thing. */
export interface Tab {
  readonly name: string;
  readonly content: ReactNode;
}

interface Props {
  /** The subject of the tabs, for screen readers. */
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** The name of the shown one. */
  readonly shown: string;
  readonly onShow: (name: string) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Shows one of several views. The arrows move among their names (WAI-ARIA tabs). */
export function Tabs({ label, tabs, shown, onShow }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const at = Math.max(
    0,
    tabs.findIndex(({ name }) => name === shown),
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = tabs[(at + (steps[event.key] ?? 0) + tabs.length) % tabs.length];
    if (!(event.key in steps) || !next) return;
    event.preventDefault();
    onShow(next.name);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.name}"]`)?.focus();
  };
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={style.list} onKeyDown={onKeyDown}>
        {tabs.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            data-tab={name}
            aria-selected={index === at}
            aria-controls={`${id}-panel`}
            tabIndex={index === at ? 0 : -1}
            className={style.tab}
            onClick={() => onShow(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tabs[at]?.name ?? ''}`} className={style.panel}>
        {tabs[at]?.content}
      </div>
    </>
  );
}
