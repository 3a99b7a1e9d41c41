import { useMemo } from 'react';
import { projects } from '../../resources/projects.ts';
import type { CalendarDay } from '../../resources/written-dates/days.ts';
import { useFormats } from '../data/formats.ts';
import type { Search } from '../queries/address.ts';
import { FilterBar } from '../lists/filters/filter-bar.tsx';
import { parameterFaults } from '../lists/filters/parameter-faults.ts';
import { ViewsButton } from '../lists/views/views-button.tsx';
import { useViews } from '../lists/views/views.ts';
import { narrow, useMedia } from '../parts/use-media.ts';
import { Button } from '../parts/button/button.tsx';
import { Failure } from '../parts/failure/failure.tsx';
import { useTitle } from '../parts/use-title.ts';
import { useCardSubjects } from '../pursuits/cards/use-card-subjects.ts';
import type { PartState } from '../pursuits/cards/part.ts';
import { Calendar } from './calendar.tsx';
import { CalendarHead } from './calendar-head.tsx';
import { pursuitsOf } from './calendar-parts.ts';
import style from './calendar-screen.module.css';
import { EmptyMonth } from './empty-month.tsx';
import { monthOf, readMonth, weeksOf } from './month.ts';
import { monthName } from './month-name.ts';
import { useCalendarCards, useHasBids, useOpenCount } from './use-calendar-cards.ts';
import { SubscribeButton } from './subscribe/subscribe-button.tsx';
import { weekOf } from './week-start.ts';
import { useAddress } from '../queries/use-address.ts';

const week = weekOf(new Intl.DateTimeFormat().resolvedOptions().locale);

const place = { plural: 'projects', screen: 'calendar' };

/** The open pursuits on the days on which their bids are due. */
export function CalendarScreen() {
  const { search, open, change: go } = useAddress('/calendar');
  const { today } = useFormats();
  const isNarrow = useMedia(narrow);
  const { month, show } = shownOf(search, { today, isNarrow });
  const query = useMemo(() => pursuitsOf(search), [search]);
  const weeks = useMemo(() => weeksOf(month, week.firstDay), [month]);
  const days = useMemo(() => weeks.flat(), [weeks]);
  const shown = useCalendarCards({ query, first: days[0] ?? today, last: days.at(-1) ?? today, today });
  const inMonth = useMemo(() => days.filter((day) => monthOf(day) === month), [days, month]);
  const { store } = shown.screen.cards;
  const count = useOpenCount(store, inMonth);
  const hasBids = useHasBids(store, inMonth);
  const title = monthName(month);
  const { views, view } = useViews(place, search);
  const { loading } = shown;
  const isRead = loading.kind === 'complete';
  useCardSubjects(shown.screen.cards.store, search);
  useTitle(title);
  const clear = (): void => open({ month: search['month'], show: search['show'] });
  return (
    <div className={style.screen}>
      <CalendarHead
        title={title}
        month={month}
        show={show}
        thisMonth={monthOf(today)}
        count={isRead ? count : null}
        hasChoice={!isNarrow}
        onMonth={(next) => go({ month: next === monthOf(today) ? undefined : next }, false)}
        onShow={(next) => go({ show: next === 'month' ? undefined : next })}
      >
        <ViewsButton
          place={place}
          views={views}
          view={view}
          search={search}
          onOpen={(next) => open({ month: search['month'], ...next })}
        />
        <SubscribeButton search={search} name={view?.name ?? 'Bids due'} />
      </CalendarHead>
      <FilterBar
        resource={projects}
        search={search}
        faults={parameterFaults(loading.kind === 'failed' ? loading.error : null)}
        onChange={go}
      />
      <Notice loading={loading} search={search} onRetry={() => void shown.screen.cards.load()} onClear={clear} />
      {isRead && !hasBids && <EmptyMonth month={month} search={search} query={query} today={today} onClear={clear} />}
      <Calendar show={show} shown={shown} month={month} title={title} weeks={weeks} week={week} today={today} />
    </div>
  );
}

/** The month, and how it is shown. A narrow screen has no room for a table. */
const shownOf = (search: Search, { today, isNarrow }: { today: CalendarDay; isNarrow: boolean }) =>
  ({
    month: readMonth(search['month']) ?? monthOf(today),
    show: isNarrow || search['show'] === 'agenda' ? 'agenda' : 'month',
  }) as const;

interface Props {
  readonly loading: PartState;
  readonly search: Search;
  readonly onRetry: () => void;
  readonly onClear: () => void;
}

/** Why the bids are not all there. */
function Notice({ loading, search, onRetry, onClear }: Props) {
  if (loading.kind === 'too_many') {
    return (
      <p className={style.line} role="status">
        The calendar shows the first 10,000 bids of these weeks. Filter it to see the others.
      </p>
    );
  }
  if (loading.kind !== 'failed') return null;
  // The filters themselves say what is wrong with them.
  const isMarked = parameterFaults(loading.error).some(({ parameter = '' }) => parameter in search);
  return (
    <div className={style.line}>
      {isMarked ? (
        <>
          <p role="alert">The service refuses what is marked. Change it or take it away to see the bids.</p>
          <Button onClick={onClear}>Clear the filters</Button>
        </>
      ) : (
        <Failure error={loading.error} onRetry={onRetry} />
      )}
    </div>
  );
}
