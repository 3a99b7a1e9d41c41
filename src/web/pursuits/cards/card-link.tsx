import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLongPress } from '../../parts/use-long-press.ts';
import { cardElementId } from './card-focus.ts';
import style from './card-link.module.css';

interface Props {
  readonly id: string;
  readonly className: string | undefined;
  /** Whether Tab stops at this card. Arrow keys move on from it. */
  readonly isStop: boolean;
  readonly onFocus: (id: string) => void;
  /** Also the action of a long press; null if the person may not change the card. */
  readonly onMenu: ((id: string) => void) | null;
  readonly children: ReactNode;
}

/** The content of a card, as a link to its project. A plain click opens the project beside the cards. */
export function CardLink({ id, className, isStop, onFocus, onMenu, children }: Props) {
  const press = useLongPress(onMenu && (() => onMenu(id)));
  return (
    <Link
      to="/projects/$id"
      params={{ id }}
      id={cardElementId(id)}
      data-card={id}
      data-peek={`projects/${id}`}
      className={`${className} ${onMenu ? style.held : ''}`}
      tabIndex={isStop ? 0 : -1}
      onFocus={() => onFocus(id)}
      draggable={false}
      {...press}
    >
      {children}
    </Link>
  );
}
