import { type Stage, useDirectory } from '../../data/directory.ts';
import { useFormats } from '../../data/formats.ts';
import type { BidDate } from '../bid-date.ts';
import type { Card } from '../card-fields.ts';
import { AssignDialog } from '../dialogs/assign-dialog.tsx';
import { CloseDialog } from '../dialogs/close-dialog.tsx';
import { DueDialog } from '../dialogs/due-dialog.tsx';
import { MoveDialog } from '../dialogs/move-dialog.tsx';
import { CardActions } from './card-actions.tsx';
import { type CardChange, changeCard } from './change-card.ts';
import { moveDue } from './move-due.ts';
import { closeIn } from './moves.ts';
import type { CardDialogsProps, OpenDialog } from './open-dialog.ts';

interface Props extends CardDialogsProps {
  readonly dialog: OpenDialog;
}

/** The open menu of a card, or one of the dialogs about it. */
export function CardDialog({ screen, dialog, onOpen, onMove, onDue }: Props) {
  const { project_stages: stages } = useDirectory();
  const formats = useFormats();
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
  const move = (stage: Stage): void => {
    onClose();
    onMove(card, stage);
  };
  switch (dialog.kind) {
    case 'menu':
      return (
        <CardActions
          card={card}
          onDue={() => onOpen({ kind: 'due', card })}
          onAssign={() => onOpen({ kind: 'assign', card })}
          onMove={(stage) => onMove(card, stage)}
          onClose={onClose}
        />
      );
    case 'move':
      return <MoveDialog project={card} stages={stages} onClose={onClose} onPick={move} />;
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
