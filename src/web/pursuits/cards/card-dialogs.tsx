import { lazyRouteComponent } from '@tanstack/react-router';
import { type Stage, useDirectory } from '../../data/directory.ts';
import { useFormats } from '../../data/formats.ts';
import { Late, usePrepared } from '../../parts/late.tsx';
import type { Card } from '../card-fields.ts';
import { changeCard, type CardChange, type CardScreen } from './change-card.ts';
import { moveDue } from './move-due.ts';
import { AssignDialog } from '../dialogs/assign-dialog.tsx';
import { CloseDialog } from '../dialogs/close-dialog.tsx';
import { DueDialog } from '../dialogs/due-dialog.tsx';
import { MoveDialog } from '../dialogs/move-dialog.tsx';
import type { BidDate } from '../bid-date.ts';
import { closeIn } from './moves.ts';

const CardActions = lazyRouteComponent(() => import('./card-actions.tsx'), 'CardActions');

/** The dialog about a card that is open. */
export type OpenDialog =
  | { readonly kind: 'menu' | 'move' | 'assign' | 'due'; readonly card: Card }
  | { readonly kind: 'close'; readonly card: Card; readonly stage: Stage };

interface Props {
  readonly screen: CardScreen;
  readonly dialog: OpenDialog | null;
  readonly onOpen: (dialog: OpenDialog | null) => void;
  readonly onMove: (card: Card, stage: Stage) => void;
  /** Gives a bid another date, where the screen does more than change the card. */
  readonly onDue?: (card: Card, bid: BidDate) => void;
}

/** The menu of a card, and the dialogs that its actions and keys open. */
export function CardDialogs({ screen, dialog, onOpen, onMove, onDue }: Props) {
  const { project_stages: stages } = useDirectory();
  const formats = useFormats();
  usePrepared(CardActions.preload);
  if (dialog === null) return null;
  const { card } = dialog;
  const onClose = (): void => onOpen(null);
  const change = (what: CardChange): void => {
    onClose();
    void changeCard(screen, card, what);
  };
  const setDue = (bid: BidDate): void => {
    if (onDue) {
      onClose();
      onDue(card, bid);
    } else change(moveDue(card, bid, formats));
  };
  switch (dialog.kind) {
    case 'menu':
      return (
        <Late onFailed={onClose}>
          <CardActions
            card={card}
            onDue={() => onOpen({ kind: 'due', card })}
            onAssign={() => onOpen({ kind: 'assign', card })}
            onMove={(stage) => onMove(card, stage)}
            onClose={onClose}
          />
        </Late>
      );
    case 'move':
      return (
        <MoveDialog
          project={card}
          stages={stages}
          onClose={onClose}
          onPick={(stage) => {
            onClose();
            onMove(card, stage);
          }}
        />
      );
    case 'assign':
      return (
        <AssignDialog card={card} onClose={onClose} onPick={(userId, name) => change(assigned(card, userId, name))} />
      );
    case 'due':
      return <DueDialog card={card} onClose={onClose} onPick={setDue} />;
    case 'close':
      return (
        <CloseDialog
          project={card}
          stage={dialog.stage}
          onClose={onClose}
          onClosed={(closing) => change(closeIn(card, closing))}
        />
      );
  }
}

const assigned = ({ name }: Card, userId: string | null, user: string): CardChange => ({
  fields: { assigned_to_id: userId },
  shown: { assigned_to_id: userId },
  said: `${name} is given to ${user}.`,
});
