import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { cardElementId } from './card-focus.ts';

interface Props {
  readonly id: string;
  readonly className: string | undefined;
  /** Whether Tab stops at this card. Arrow keys move on from it. */
  readonly isStop: boolean;
  readonly onFocus: (id: string) => void;
  readonly children: ReactNode;
}

/** The content of a card, as a link to its project. A plain click opens the project beside the cards. */
export const CardLink = ({ id, className, isStop, onFocus, children }: Props) => (
  <Link
    to="/projects/$id"
    params={{ id }}
    id={cardElementId(id)}
    data-card={id}
    data-peek={`projects/${id}`}
    className={className}
    tabIndex={isStop ? 0 : -1}
    onFocus={() => onFocus(id)}
    draggable={false}
  >
    {children}
  </Link>
);
