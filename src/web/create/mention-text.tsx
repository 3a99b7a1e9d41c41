import { type KeyboardEvent, type Ref, type TextareaHTMLAttributes, useId, useRef, useState } from 'react';
import { entriesOf, nameOf, useDirectory } from '../data/directory.ts';
import { nearest } from '../parts/picker/nearest.ts';
import { OptionList, optionId, steppedTo } from '../parts/picker/option-list.tsx';
import { useFloating } from '../parts/use-floating.ts';
import style from './look-up-field.module.css';
import { mentionBefore, mentionOf, type TypedMention } from './mention.ts';

type Props = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange'> & {
  readonly ref?: Ref<HTMLTextAreaElement>;
  readonly value: string;
  readonly onText: (text: string) => void;
};

const most = 8;

/** A text of several lines in which `@` and a part of a name mention a colleague. */
export function MentionText({ ref, value, onText, ...rest }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const { typed, users, follow, close } = useTypedMention(area);
  const [active, setActive] = useState(0);
  const id = useId();
  const isOpen = typed !== null && users.length > 0;
  const at = Math.min(active, users.length - 1);
  useFloating(list, area, isOpen);
  const take = (index: number): void => {
    const user = users[index];
    if (!typed || !user || !area.current) return;
    area.current.setSelectionRange(typed.at, area.current.selectionEnd);
    // Typed in, so that the browser can undo it.
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- every browser has it, and nothing else does so
    document.execCommand('insertText', false, `${mentionOf(user)} `);
    close();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isOpen || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const to = steppedTo(event.key, at, users.length);
    if (to !== null) setActive(to);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' || event.key === 'Tab') take(at);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <textarea
        {...rest}
        ref={(element) => {
          area.current = element;
          if (typeof ref === 'function') ref(element);
          else if (ref) ref.current = element;
        }}
        value={value}
        aria-autocomplete="list"
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen ? optionId(id, at) : undefined}
        onChange={({ target }) => {
          setActive(0);
          follow();
          onText(target.value);
        }}
        onSelect={follow}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      <OptionList
        ref={list}
        id={id}
        label="Colleagues"
        lines={isOpen ? users.map((user) => ({ key: user.id, name: user.name, note: user.note })) : []}
        active={at}
        isFloating
        className={style.list}
        onActive={setActive}
        onTake={take}
      />
    </>
  );
}

/** The mention that somebody types, and the colleagues whom it can mean. */
function useTypedMention(area: { readonly current: HTMLTextAreaElement | null }) {
  const directory = useDirectory();
  const [typed, setTyped] = useState<TypedMention | null>(null);
  /** The place of the `@` whose list was closed. */
  const closedAt = useRef<number | null>(null);
  const users =
    typed === null
      ? []
      : nearest(
          entriesOf(directory, 'users').map((user) => ({ id: user.id, name: nameOf(user), note: user.email })),
          typed.name,
        ).slice(0, most);
  const follow = (): void => {
    const { value = '', selectionStart = 0, selectionEnd = 0 } = area.current ?? {};
    const found = selectionStart === selectionEnd ? mentionBefore(value, selectionStart) : null;
    if (found === null) closedAt.current = null;
    setTyped(found !== null && found.at === closedAt.current ? null : found);
  };
  const close = (): void => {
    closedAt.current = typed?.at ?? closedAt.current;
    setTyped(null);
  };
  return { typed, users, follow, close };
}
