import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { readList } from '../data/records.ts';
import type { CalendarDay } from '../../resources/written-dates/days.ts';
import { useFormats } from '../data/formats.ts';
import { isFiltered, type Search } from '../queries/address.ts';
import { Button } from '../parts/button/button.tsx';
import { nextBidQuery } from './calendar-parts.ts';
import style from './calendar-screen.module.css';
import { lastDayOf, type Month, monthOf } from './month.ts';
import { monthName } from './month-name.ts';

interface Props {
  readonly month: Month;
  readonly today: CalendarDay;
  readonly search: Search;
  readonly query: Search;
  readonly onClear: () => void;
}

interface NextBid {
  readonly id: string;
  readonly name: string;
  readonly bid_due_date: CalendarDay;
}

const nextBid = (query: Search) =>
  queryOptions({
    queryKey: ['projects', 'next-bid', query],
    queryFn: async ({ signal }) => (await readList<NextBid>('projects', { query, signal })).rows[0] ?? null,
  });

/** The line above a month without bids. It names the next bid. */
export function EmptyMonth({ month, today, search, query, onClear }: Props) {
  const { day } = useFormats();
  const name = monthName(month, today);
  const isNarrowed = isFiltered(search);
  // A search has an order of its own, so it cannot say which bid comes first.
  const enabled = search['q'] === undefined;
  const { data: next } = useQuery({ ...nextBid(nextBidQuery(query, lastDayOf(month), today)), enabled });
  return (
    <div className={style.line} role="status">
      <p>
        {isNarrowed ? `No bid that matches the filters is due in ${name}.` : `Nothing is due in ${name}.`}{' '}
        {next && (
          <>
            Next bid:{' '}
            <Link to="/projects/$id" params={{ id: next.id }} className="link">
              {next.name}
            </Link>
            ,{' '}
            <Link to={'/calendar'} search={{ ...search, month: monthOf(next.bid_due_date) } as never} className="link">
              {day(next.bid_due_date)}
            </Link>
            .
          </>
        )}
      </p>
      {isNarrowed && <Button onClick={onClear}>Clear the filters</Button>}
    </div>
  );
}
