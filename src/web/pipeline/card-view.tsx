import { joined } from '../fields/joined.ts';
import { memo, type MouseEvent, useRef } from 'react';
import { nameOf, useDirectory } from '../data/directory.ts';
import { nothing, useFormats } from '../data/formats.ts';
import { useNow } from '../data/now.ts';
import type { Card } from '../pursuits/card-fields.ts';
import { CardLink } from '../pursuits/cards/card-link.tsx';
import { CardMenu } from '../pursuits/cards/card-menu.tsx';
import type { CardMenuKind } from '../pursuits/cards/open-dialog.ts';
import { useDraggable } from '../pursuits/cards/use-draggable.ts';
import style from './card-view.module.css';
import { dueOf } from '../pursuits/due.ts';
import { clientBeside } from '../pursuits/client-beside.ts';
import { dueText, shortDueText, spokenDue } from '../pursuits/due-words.ts';

/** The height of a card with the space below it, to be scaled. */
export const cardHeight = 100;

/** Above so many days in one stage a card is marked, if the stage has no limit of its own. */
const usualLimit = 30;

interface Props {
  readonly card: Card;
  /** The distance from the top of the column, in pixels. */
  readonly top: number;
  /** The number of the card in its column, from 1, and the number of all its cards. */
  readonly place: number;
  readonly of: number;
  /** Whether the card names its stage, which the column does not. */
  readonly hasStage: boolean;
  /** Whether Tab stops at this card. Arrow keys move on from it. */
  readonly isStop: boolean;
  readonly onFocus: (id: string) => void;
  /** Opens the menu of the card, or one of its popovers; null if the person may not change it. */
  readonly onMenu: ((id: string, kind?: CardMenuKind) => void) | null;
}

/** A project as a title block: name, stage, client and number, then amount, due date, estimator and days in the stage. */
export const CardView = memo(function CardView({ card, top, place, of, hasStage, isStop, onFocus, onMenu }: Props) {
  const item = useRef<HTMLLIElement>(null);
  const { id } = card;
  const cells = useCells(card);
  useDraggable(item, id, onMenu !== null);
  return (
    <li
      ref={item}
      className={style.card}
      data-due={cells.due}
      aria-posinset={place}
      aria-setsize={of}
      style={{ transform: `translateY(${top}px)` }}
    >
      <CardLink id={id} isStop={isStop} onFocus={onFocus} onMenu={onMenu} className={style.link}>
        <span className={style.title}>
          <bdi className={style.name} title={card.name}>
            {card.name}
          </bdi>
          <bdi className={style.client}>
            {joined([hasStage && cells.stage, clientBeside(card), card.project_number])}
          </bdi>
        </span>
        <span className={style.cells} data-cells>
          <Cell shown={cells.amount} spoken={card.amount === null ? 'no amount' : cells.amount} />
          <Cell
            className={style.due}
            shown={cells.dueMark + cells.shortDate}
            spoken={cells.spokenDue}
            onPress={onMenu && (() => onMenu(id, 'due'))}
          />
          <Cell
            shown={cells.initials}
            spoken={cells.spokenEstimator}
            onPress={onMenu && (() => onMenu(id, 'assign'))}
          />
          <Cell
            className={cells.isStale ? style.stale : undefined}
            shown={`${cells.age}d`}
            spoken={`${cells.age} days in its stage`}
          />
        </span>
      </CardLink>
      {onMenu && (
        <CardMenu label={`Actions for ${card.name}`} className={style.menu} tabIndex={-1} onOpen={() => onMenu(id)} />
      )}
    </li>
  );
});

function useCells(card: Card) {
  const { users, project_stages: stages } = useDirectory();
  const formats = useFormats();
  const due = dueOf(card, { now: useNow(), today: formats.today });
  const user = users.find(({ id }) => id === card.assigned_to_id);
  const stage = stages.find(({ id }) => id === card.project_stage_id);
  const limit = stage?.stale_after_days ?? usualLimit;
  const age = card.stage_age ?? 0;
  const estimator = user ? nameOf(user) : null;
  const date = dueText(card, formats);
  return {
    due,
    stage: stage?.name,
    shortDate: shortDueText(card, formats),
    age,
    isStale: age > limit,
    dueMark: due === 'overdue' ? '! ' : '',
    amount: formats.shortMoney(card.amount),
    initials: estimator === null ? nothing : initialsOf(estimator),
    spokenDue: card.bid_due_date === null ? 'no due date' : `due ${date}${spokenDue[due]}`,
    spokenEstimator: estimator === null ? 'no estimator' : `estimator ${estimator}`,
  };
}

interface CellProps {
  readonly className?: string | undefined;
  readonly shown: string;
  readonly spoken: string;
  /** Changes the value by a press of the mouse. Keys and the menu of the card do the same. */
  readonly onPress?: (() => void) | null;
}

/** A cell of the card, which screen readers read in words. */
function Cell({ className = '', shown, spoken, onPress = null }: CellProps) {
  const press = onPress && {
    'data-act': true,
    onClick: (event: MouseEvent): void => {
      // The card is a link.
      event.preventDefault();
      onPress();
    },
  };
  return (
    <span className={`${className} ${press ? style.pressed : ''}`} {...press}>
      <span aria-hidden="true">{shown}</span>
      <span className="hidden-text">, {spoken}</span>
    </span>
  );
}

/** `John Doe` → `JD`. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends
    .map((word) => [...(word ?? '')].slice(0, 1).join(''))
    .join('')
    .toUpperCase();
}
