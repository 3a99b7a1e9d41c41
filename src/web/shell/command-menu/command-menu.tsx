import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../parts/button/button.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { Failure } from '../../parts/failure/failure.tsx';
import { closeOverlay, leaveOverlay } from '../overlays/overlay.ts';
import style from './command-menu.module.css';
import { CommandOptions } from './command-options.tsx';
import { type MenuOption, sectionsOf } from './options.ts';
import { useCommands } from './use-commands.ts';
import { useRecords } from './use-records.ts';

/** The tab in which an option opens: this one or another. */
type OpenTarget = 'here' | 'tab';

/** Finds records, actions, screens and views by typing (WAI-ARIA combobox). The focus stays in the field. */
export function CommandMenu() {
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const records = useRecords(text);
  const commands = useCommands();
  const sections = sectionsOf({ text, commands, ...records });
  const options = sections.flatMap((section) => section.options);
  // Without a text, Enter opens the last record, but runs no action.
  const isFirstMeant = text !== '' || options[0]?.href !== undefined;
  const { active, awaited, ...choice } = useChoice(options, records.isCurrent && isFirstMeant);
  const id = useId();
  const activeAt = options.findIndex(({ key }) => key === active?.key);
  const count = options.length;
  return (
    <Dialog title="Search" onClose={closeOverlay} isLight>
      <div className={style.menu} onKeyDown={choice.onKeyDown}>
        <div className={style.head}>
          <input
            className={style.input}
            role="combobox"
            aria-label="Records and commands"
            aria-expanded="true"
            aria-controls={id}
            aria-activedescendant={activeAt < 0 ? undefined : `${id}-${activeAt}`}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            maxLength={255}
            placeholder="A name, a number, or what you want to do"
            data-first
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              choice.reset();
            }}
          />
          <Button look="bare" className={style.close ?? ''} onClick={closeOverlay}>
            Close
          </Button>
        </div>
        {records.error && <Failure error={records.error} onRetry={records.retry} />}
        <CommandOptions id={id} sections={sections} active={active} onPoint={choice.point} onOpen={choice.open} />
        <p role="status" className="hidden-text">
          {records.isCurrent ? `${count} ${count === 1 ? 'result' : 'results'}` : awaited && 'Searching'}
        </p>
      </div>
    </Dialog>
  );
}

/**
 * The active option, and the functions that point to an option or open it. Enter waits until the first option is known.
 * @param isFirstActive whether Enter means the first option, if the person points to none.
 */
function useChoice(options: readonly MenuOption[], isFirstActive: boolean) {
  const navigate = useNavigate();
  const [pointed, setPointed] = useState<string | null>(null);
  const [awaited, setAwaited] = useState<OpenTarget | null>(null);
  const isDone = useRef(false);
  const first = isFirstActive ? options[0] : undefined;
  const active = options.find(({ key }) => key === pointed) ?? first;
  const open = ({ href, act }: MenuOption, target: OpenTarget): void => {
    if (isDone.current) return;
    isDone.current = true;
    if (href === undefined) leaveOverlay(() => act?.());
    else if (target === 'here') leaveOverlay(() => void navigate({ href }));
    else {
      window.open(href, '_blank', 'noopener');
      closeOverlay();
    }
  };
  useEffect(() => {
    if (awaited !== null && first) open(first, awaited);
  });
  const move = (by: 1 | -1): void => {
    const nowhere = by === 1 ? -1 : 0;
    const at = active ? options.indexOf(active) : nowhere;
    const next = options[(at + by + options.length) % options.length];
    if (next) setPointed(next.key);
    setAwaited(null);
  };
  const enter = (target: OpenTarget): void => (active ? open(active, target) : setAwaited(target));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLButtonElement) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key !== 'Enter') return;
    else enter(event.ctrlKey || event.metaKey ? 'tab' : 'here');
    event.preventDefault();
  };
  const reset = (): void => {
    setPointed(null);
    setAwaited(null);
  };
  return { active, awaited, onKeyDown, reset, point: setPointed, open };
}
