import { useCallback, useMemo, useState } from 'react';
import type { CalendarDay } from '../../resources/written-dates/days.ts';
import { useSession } from '../data/session.ts';
import { type Stage, useDirectory } from '../data/directory.ts';
import type { Card } from '../pursuits/card-fields.ts';
import { CardDialogs } from '../pursuits/cards/card-dialogs.tsx';
import type { OpenDialog } from '../pursuits/cards/open-dialog.ts';
import { focusedCard } from '../pursuits/cards/card-focus.ts';
import { changeCard } from '../pursuits/cards/change-card.ts';
import { moveTo } from '../pursuits/cards/moves.ts';
import type { CardStore } from '../pursuits/cards/card-store.ts';
import { useHoldWhileDragging } from '../pursuits/cards/use-hold.ts';
import { useKeys } from '../keys/keys.ts';
import { AgendaView } from './agenda-view.tsx';
import { neighbour, useStop } from './calendar-keys.ts';
import type { FocusStep } from '../pursuits/cards/step.ts';
import { useStepKeys } from '../pursuits/cards/use-step-keys.ts';
import { noDate } from './day-order.ts';
import { type Month, monthOf } from './month.ts';
import { MonthView } from './month-view.tsx';
import { Tray } from './tray.tsx';
import type { CalendarCards } from './use-calendar-cards.ts';
import { useDrops, useMove } from './use-moves.ts';
import type { Week } from './week-start.ts';

const stepWords = { group: 'A bid', down: 'Next bid', up: 'Bid before', left: 'Day before', right: 'Next day' };

interface Props {
  readonly show: 'month' | 'agenda';
  readonly shown: CalendarCards;
  readonly month: Month;
  readonly title: string;
  readonly weeks: readonly (readonly CalendarDay[])[];
  readonly week: Week;
  readonly today: CalendarDay;
}

/** The bids of a month, and everything that keys, the mouse and menus do to them. */
export function Calendar({ show, shown, month, title, weeks, week, today }: Props) {
  const { screen, loading, undated } = shown;
  const { cards } = screen;
  const { store } = cards;
  const canWrite = useSession().user.role !== 'viewer';
  const [last, setStop] = useState<string | null>(null);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const days = useMemo(
    () => (show === 'month' ? weeks.flat() : weeks.flat().filter((day) => monthOf(day) >= month)),
    [show, weeks, month],
  );
  const hasUndated = undated !== null;
  const order = useMemo(() => (hasUndated ? [...days, noDate] : days), [days, hasUndated]);
  const stop = useStop(store, order, last);
  const move = useMove({ screen, days: order, setStop });
  useHoldWhileDragging(cards);
  useDrops(screen, move);
  const after = (step: FocusStep, id: string) => neighbour(store, order, id, [step]);
  useStepKeys({ store, stop, setStop, after, words: stepWords });
  const openMenu = useCallback(
    (id: string) => {
      const card = store.get(id);
      if (card) setDialog({ kind: 'menu', card });
    },
    [store],
  );
  const { project_stages: stages } = useDirectory();
  const toStage = (card: Card, stage: Stage): void => {
    const before = stages.find(({ id }) => id === card.project_stage_id);
    if (stage.category === 'open') void changeCard(screen, card, moveTo(card, stage, before));
    else setDialog({ kind: 'close', card, stage });
  };
  useBidKeys(store, canWrite ? setDialog : null);
  const bids = { store, stop, onFocus: setStop, onMenu: canWrite ? openMenu : null };
  const view = { title, today, isBusy: loading.kind === 'loading', ...bids };
  const tray = undated && loading.kind !== 'failed' && <Tray undated={undated} isWide={show === 'agenda'} {...bids} />;
  return (
    <>
      {show === 'month' && <MonthView month={month} weeks={weeks} week={week} {...view} />}
      {show === 'month' && tray}
      {show === 'agenda' && (
        <AgendaView days={days} {...view}>
          {tray}
        </AgendaView>
      )}
      <CardDialogs screen={screen} dialog={dialog} onOpen={setDialog} onMove={toStage} onDue={move} />
    </>
  );
}

/** The keys that change the focused bid. */
function useBidKeys(store: CardStore, setDialog: ((dialog: OpenDialog) => void) | null): void {
  const key = (does: string, kind: 'due' | 'assign' | 'move') => ({
    does,
    act: (): void => {
      const card = focusedCard(store);
      if (card) setDialog?.({ kind, card });
    },
    isCommand: true as const,
    when: () => focusedCard(store) !== undefined,
  });
  const keys = {
    d: key('Move the due date', 'due'),
    a: key('Give to an estimator', 'assign'),
    m: key('Move to a stage', 'move'),
  };
  useKeys(setDialog ? keys : {}, { group: 'A bid' });
}
