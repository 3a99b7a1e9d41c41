import { Fragment, type ReactNode, type Ref } from 'react';
import style from './option-list.module.css';

/** A line of a list of options. */
export interface Line {
  readonly key: string;
  readonly name: string;
  readonly note?: ReactNode;
  /** The heading of the lines that belong together. It stands above the first of them. */
  readonly group?: string | undefined;
}

interface Props {
  readonly ref?: Ref<HTMLUListElement>;
  readonly id: string;
  readonly label: string;
  readonly lines: readonly Line[];
  /** The index of the line that Enter takes. */
  readonly active: number;
  readonly isBusy?: boolean;
  /** Whether it lies over the page, where `useFloating` places it. */
  readonly isFloating?: boolean;
  readonly className?: string | undefined;
  readonly onActive: (index: number) => void;
  readonly onTake: (index: number) => void;
}

/** The options of a text field that narrows them (WAI-ARIA combobox). The field keeps the focus. */
export const OptionList = ({ ref, id, label, lines, active, onActive, onTake, ...props }: Props) => (
  <ul
    ref={ref}
    id={id}
    role="listbox"
    aria-label={label}
    aria-busy={props.isBusy}
    popover={props.isFloating ? 'manual' : undefined}
    className={`${style.list} ${props.className}`}
  >
    {lines.map(({ key, name, note, group }, index) => (
      <Fragment key={key}>
        {group !== undefined && group !== lines[index - 1]?.group && (
          <li role="presentation" className={`label ${style.group}`}>
            {group}
          </li>
        )}
        <li
          id={optionId(id, index)}
          role="option"
          aria-selected={index === active}
          className={style.option}
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => onActive(index)}
          onClick={() => onTake(index)}
        >
          <span>{name}</span>
          <span className={style.note}>{note}</span>
        </li>
      </Fragment>
    ))}
  </ul>
);

/** The id of an option, for `aria-activedescendant`. */
export const optionId = (list: string, index: number): string => `${list}-${index}`;

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The index that an arrow key leads to, around the ends; null for any other key. */
export function steppedTo(key: string, at: number, count: number): number | null {
  const step = steps[key];
  return step === undefined ? null : (at + step + count) % count;
}
