import type { Fields } from '../../data/target.ts';
import { readAgain } from '../../data/read-again.ts';
import { reasonOf } from '../../parts/failure/failure.tsx';
import { changeOrChoose, saidOf } from '../../record/conflict/change-or-choose.ts';
import { takeBack } from '../../record/take-back.ts';
import { toast } from '../../toasts/toasts.ts';
import { canUndo } from '../../toasts/undo.ts';
import type { Card } from '../card-fields.ts';
import { focusCard, focusInsteadOf } from './card-focus.ts';
import { type PursuitCards, target } from './pursuit-cards.ts';

/** A change of a card: what is sent, what the screen shows meanwhile, and what a toast says once it is made. */
export interface CardChange {
  readonly fields: Fields;
  readonly shown: Partial<Card> & { readonly is_closed?: true };
  readonly said: string;
}

/** The cards of a screen, and the adjustment of its counts to their changes. */
export interface CardScreen {
  readonly cards: PursuitCards;
  /**
   * Adjusts counts and totals to a change, until the service's own arrive.
   * @param before null if the card comes. @param after null if the card leaves.
   */
  readonly adjust: (before: Card | null, after: Card | null) => void;
}

/** Changes a card. The screen shows it at once; the service makes it afterwards. A failure is told and tried again. */
export async function changeCard(screen: CardScreen, card: Card, change: CardChange): Promise<void> {
  const { id, version } = card;
  const { is_closed: isClosed, ...shown } = change.shown;
  const changed = isClosed ? null : { ...card, ...shown };
  screen.adjust(card, changed);
  if (isClosed) focusInsteadOf(id);
  const countAgain = (): void =>
    readAgain(({ queryKey: [plural, kind] }) => plural === 'projects' && (kind === 'summary' || kind === 'count'));
  const sent = { target: target(id), fields: change.fields, shown: change.shown };
  try {
    const made = await changeOrChoose(sent, { version, seen: { ...card }, onConflict: countAgain });
    if (made === null) return;
    const goBack = async (): Promise<void> => {
      const back = await takeBack(target(id), made, card.name);
      // Also a card that has left the screen comes back.
      if (!back) return;
      screen.cards.receive(id, back.record, back.version);
      focusCard(id);
    };
    const undo = canUndo(() => void goBack(), `projects/${id}`);
    toast(saidOf(made, change.said, card.name), { action: { name: 'Undo', run: undo } });
  } catch (error) {
    screen.adjust(changed, card);
    countAgain();
    tellFailure(screen, card, { change, reason: reasonOf(error) });
  }
}

/** The card shows the service's values again. The person can make the change once more. */
function tellFailure(screen: CardScreen, card: Card, { change, reason }: { change: CardChange; reason: string }): void {
  const action = { name: 'Try again', run: () => void changeCard(screen, card, change) };
  toast(`${card.name} was not changed. ${reason}`, { isFault: true, action });
}
