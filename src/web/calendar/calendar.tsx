import { useCallback, useMemo, useState } from 'react';
import type { CalendarDay } from '../../resources/written-dates/days.ts';
import { useSession } from '../data/session.ts';
import type { Card } from '../pursuits/card-fields.ts';
import { focusedCard } from '../pursuits/cards/card-focus.ts';
import { useHoldWhileDragging } from '../pursuits/cards/use-hold.ts';
import { DueDialog } from '../pursuits/dialogs/due-dialog.tsx';
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
  const [moved, setMoved] = useState<Card | null>(null);
  const days = useMemo(
    () => (show === 'month' ? weeks.flat() : weeks.flat().filter((day) => monthOf(day) === month)),
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
  const openDialog = useCallback((id: string) => setMoved(store.get(id) ?? null), [store]);
  const onD = (): void => setMoved(focusedCard(store) ?? null);
  const hasFocus = (): boolean => focusedCard(store) !== undefined;
  const keys = { d: { does: 'Move the due date', act: onD, isCommand: true, when: hasFocus } } as const;
  useKeys(canWrite ? keys : {}, { group: 'A bid' });
  const bids = { store, stop, onFocus: setStop, onMove: canWrite ? openDialog : null };
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
      {moved && (
        <DueDialog
          card={moved}
          onClose={() => setMoved(null)}
          onPick={(bid) => {
            setMoved(null);
            move(moved, bid);
          }}
        />
      )}
    </>
  );
}
