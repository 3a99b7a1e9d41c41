import { useKeys } from '../../keys/keys.ts';
import { focusCard, focusedCard } from './card-focus.ts';
import type { CardStore } from './card-store.ts';
import type { FocusStep } from './step.ts';

interface CardWalk {
  readonly store: CardStore;
  /** The card that Tab stops at. */
  readonly stop: string | null;
  readonly setStop: (id: string) => void;
  /** The card that a step leads to from one; null at an edge. */
  readonly after: (step: FocusStep, id: string) => string | null;
  /** The heading of the keys, and what each step does, for the key help. */
  readonly words: { readonly group: string } & Readonly<Record<FocusStep, string>>;
}

/** Arrows, J and K walk the cards. */
export function useStepKeys({ store, stop, setStop, after, words }: CardWalk): void {
  const key = (step: FocusStep) => ({
    does: words[step],
    act: (): void => {
      const focused = focusedCard(store)?.id;
      const next = focused === undefined ? stop : after(step, focused);
      if (next === null) return;
      setStop(next);
      focusCard(next);
    },
  });
  useKeys(
    {
      arrowdown: key('down'),
      j: key('down'),
      arrowup: key('up'),
      k: key('up'),
      arrowleft: key('left'),
      arrowright: key('right'),
      enter: { does: 'Open the project', act: null },
    },
    { group: words.group },
  );
}
