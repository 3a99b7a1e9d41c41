import { type Stage, useDirectory } from '../data/directory.ts';
import { useFormats } from '../data/formats.ts';
import type { Card } from '../pursuits/card-fields.ts';
import { changeCard, type CardChange, type CardScreen } from '../pursuits/cards/change-card.ts';
import { moveDue } from '../pursuits/cards/move-due.ts';
import { AssignDialog } from '../pursuits/dialogs/assign-dialog.tsx';
import { CloseDialog } from '../pursuits/dialogs/close-dialog.tsx';
import { DueDialog } from '../pursuits/dialogs/due-dialog.tsx';
import { MoveDialog } from '../pursuits/dialogs/move-dialog.tsx';
import { closeIn } from './moves.ts';

/** The dialog that is open on the board. */
export type OpenDialog =
  | { readonly kind: 'move' | 'assign' | 'due'; readonly card: Card }
  | { readonly kind: 'close'; readonly card: Card; readonly stage: Stage };

interface Props {
  readonly board: CardScreen;
  readonly dialog: OpenDialog | null;
  readonly onMove: (card: Card, stage: Stage) => void;
  readonly onClose: () => void;
}

export function BoardDialogs({ board, dialog, onMove, onClose }: Props) {
  const { project_stages: stages } = useDirectory();
  const formats = useFormats();
  if (dialog === null) return null;
  const { card } = dialog;
  const change = (what: CardChange): void => {
    onClose();
    void changeCard(board, card, what);
  };
  switch (dialog.kind) {
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
      return <DueDialog card={card} onClose={onClose} onPick={(bid) => change(moveDue(card, bid, formats))} />;
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
