import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { projects } from '../../resources/projects.ts';
import type { Day } from '../data/days.ts';
import { useDirectory } from '../data/directory.ts';
import { useFormats } from '../data/formats.ts';
import type { Search } from '../lists/address.ts';
import { FilterBar } from '../lists/filters/filter-bar.tsx';
import { parameterFaults } from '../lists/filters/parameter-faults.ts';
import { ViewsButton } from '../lists/views/views-button.tsx';
import { useViews } from '../lists/views/views.ts';
import { useMedia } from '../parts/use-media.ts';
import { Calendar } from './calendar.tsx';
import { CalendarHead } from './calendar-head.tsx';
import { pursuitsOf } from './calendar-parts.ts';
import style from './calendar-screen.module.css';
import { EmptyMonth } from './empty-month.tsx';
import { monthOf, readMonth, weeksOf } from './month.ts';
import { monthName } from './month-name.ts';
import { Notice } from './notice.tsx';
import { useCalendarCards, useCount } from './use-calendar-cards.ts';
import { weekOf } from './week-start.ts';

const week = weekOf(new Intl.DateTimeFormat().resolvedOptions().locale);

const place = { plural: 'projects', screen: 'calendar' };

/** The open pursuits on the days on which their bids are due. */
export function CalendarScreen() {
  const search = useSearch({ strict: false }) as unknown as Search;
  const navigate = useNavigate();
  const directory = useDirectory();
  const formats = useFormats();
  const { today } = formats;
  const isNarrow = useMedia('(width < 720px)');
  const { month, show } = shownOf(search, { today, isNarrow });
  const query = useMemo(() => pursuitsOf(search), [search]);
  const weeks = useMemo(() => weeksOf(month, week.firstDay), [month]);
  const days = useMemo(() => weeks.flat(), [weeks]);
  const shown = useCalendarCards({ query, first: days[0] ?? today, last: days.at(-1) ?? today, today });
  const inMonth = useMemo(() => days.filter((day) => monthOf(day) === month), [days, month]);
  const count = useCount(shown.screen.cards.store, inMonth);
  const title = monthName(month);
  const { views, view } = useViews(place, search);
  const { loading } = shown;
  const isRead = loading.kind === 'complete';
  useEffect(() => {
    document.title = `${title} · Plumbline`;
  }, [title]);
  const go = (changes: Record<string, string | undefined>, replace = true): void =>
    void navigate({ to: '/calendar', search: { ...search, ...changes } as never, replace });
  const clear = (): void =>
    void navigate({
      to: '/calendar',
      search: { month: search['month'], show: search['show'] } as never,
    });
  return (
    <div className={style.screen}>
      <CalendarHead
        {...{ title, month, show }}
        thisMonth={monthOf(today)}
        count={isRead ? count : null}
        hasChoice={!isNarrow}
        onMonth={(next) => go({ month: next === monthOf(today) ? undefined : next }, false)}
        onShow={(next) => go({ show: next === 'month' ? undefined : next })}
      >
        <ViewsButton
          {...{ place, views, view, search }}
          onOpen={(next) => void navigate({ to: '/calendar', search: { month: search['month'], ...next } as never })}
        />
      </CalendarHead>
      <FilterBar
        resource={projects}
        search={search}
        context={{ formats, directory }}
        faults={parameterFaults(loading.kind === 'failed' ? loading.error : null)}
        onChange={go}
      />
      <Notice {...{ loading, search }} onRetry={() => void shown.screen.cards.load()} onClear={clear} />
      {isRead && count === 0 && <EmptyMonth {...{ month, search, query, today }} onClear={clear} />}
      <Calendar {...{ show, shown, month, title, weeks, week, today }} />
    </div>
  );
}

/** The month, and how it is shown. A narrow screen has no room for a table. */
const shownOf = (search: Search, { today, isNarrow }: { today: Day; isNarrow: boolean }) =>
  ({
    month: readMonth(search['month']) ?? monthOf(today),
    show: isNarrow || search['show'] === 'agenda' ? 'agenda' : 'month',
  }) as const;
