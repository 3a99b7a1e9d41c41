import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Query } from '../../client/request.ts';
import { useFormats } from '../data/formats.ts';
import { useNow } from '../data/now.ts';
import { useSession } from '../data/session.ts';
import { Button } from '../parts/button/button.tsx';
import { Failure } from '../parts/failure/failure.tsx';
import { Section } from '../parts/section/section.tsx';
import { ImportLink } from '../lists/import-link.tsx';
import { SampleData } from '../pursuits/sample-data.tsx';
import { SampleProgress } from '../pursuits/sample-progress.tsx';
import { countQuery } from '../queries/count-query.ts';
import { useAddress } from '../queries/use-address.ts';
import { type BidDay, bidDays } from './bid-days.ts';
import { BidLine } from './bid-line.tsx';
import { bidFilters, bidsQuery } from './today-queries.ts';
import style from './today.module.css';

const mine = { assigned_to_id: 'me' };

/** The bids that are late, due today and due in the next seven days: one's own, else everyone's. */
export function useBidsOfToday(): BidsOfToday {
  const { search, change } = useAddress('/today');
  const own = useBids(mine, true);
  const isAll = search['show'] === 'all' || own.isNone;
  const all = useBids({}, isAll);
  const onSwitch = (): void => change({ show: isAll ? undefined : 'all' });
  return { ...(isAll ? all : own), isAll, hasOwn: !own.isNone, onSwitch };
}

interface BidsOfToday extends ReturnType<typeof useBids> {
  /** Whether the bids of everyone show. */
  readonly isAll: boolean;
  readonly hasOwn: boolean;
  readonly onSwitch: () => void;
}

export function Bids({ days, totals, error, retry, isNone, isAll }: BidsOfToday) {
  if (error) return <Failure error={error} onRetry={retry} />;
  if (isNone) return <NoBids />;
  return (
    <div>
      {days === null ? (
        <p className={style.none}>Loading…</p>
      ) : (
        days.map((one) => <DaySection key={one.day} {...one} total={one.day === null ? totals.late : null} />)
      )}
      <MoreBids shown={days} totals={totals} whose={isAll ? {} : mine} />
    </div>
  );
}

/** Whose bids show. */
export function Whose({ isAll, hasOwn, isNone, onSwitch }: BidsOfToday) {
  if (isNone) return null;
  return (
    <p className={style.whose} data-chrome>
      {isAll ? 'Bids of everyone.' : 'Your bids.'}
      {hasOwn ? (
        <Button look="bare" onClick={onSwitch}>
          {isAll ? 'Show mine' : 'Show everyone’s'}
        </Button>
      ) : (
        ' None of yours is due in the next seven days.'
      )}
    </p>
  );
}

/** Nobody has a bid to hand in soon. A firm without projects is shown how it gets the first ones. */
function NoBids() {
  const { data: count } = useQuery(countQuery('projects', {}));
  const isAdmin = useSession().user.role === 'admin';
  return (
    <Section title="Bids" className={style.day}>
      <p className={style.none}>No bid is late, and none is due in the next seven days.</p>
      {count === 0 && (
        <div className={style.first}>
          <ImportLink family="projects" />
          {isAdmin && <SampleData />}
        </div>
      )}
      <SampleProgress />
    </Section>
  );
}

interface Totals {
  readonly late: number;
  readonly coming: number;
}

/** The bids of somebody by day. `days` is null until both lists have arrived. */
function useBids(whose: Query, enabled: boolean) {
  const { today } = useFormats();
  const now = useNow();
  const late = useQuery({ ...bidsQuery('late', whose), enabled });
  const coming = useQuery({ ...bidsQuery('coming', whose), enabled });
  const isRead = late.data !== undefined && coming.data !== undefined;
  const totals: Totals = { late: late.data?.total ?? 0, coming: coming.data?.total ?? 0 };
  return {
    days: isRead ? bidDays([...late.data.rows, ...coming.data.rows], { now, today }) : null,
    totals,
    isNone: isRead && totals.late + totals.coming === 0,
    error: late.error ?? coming.error,
    retry: () => void Promise.all([late.refetch(), coming.refetch()]),
  };
}

interface DayProps extends BidDay {
  /** The number of all late bids; null for a day. */
  readonly total: number | null;
}

function DaySection({ day, bids, total }: DayProps) {
  const { weekday, today, count } = useFormats();
  const title = day === null ? 'Late' : weekday(day);
  const shown = total === null ? bids.length : Math.max(total, bids.length);
  return (
    <Section title={day === today ? 'Due today' : title} note={shown > 0 && count(shown)} className={style.day}>
      {bids.length === 0 && <p className={style.none}>No bid is due today.</p>}
      <ul>
        {bids.map((bid) => (
          <BidLine key={bid.id} bid={bid} />
        ))}
      </ul>
    </Section>
  );
}

interface MoreProps {
  readonly shown: readonly BidDay[] | null;
  readonly totals: Totals;
  readonly whose: Query;
}

/** Links to the lists of those bids that Today leaves out. */
function MoreBids({ shown, totals, whose }: MoreProps) {
  const { count } = useFormats();
  if (shown === null) return null;
  const bids = shown.reduce((sum, one) => sum + one.bids.length, 0);
  if (bids >= totals.late + totals.coming) return null;
  return (
    <p className={style.more}>
      <Link to="/projects" search={{ ...bidFilters.late, ...whose } as never} className="link">
        All {count(totals.late)} late bids
      </Link>
      <Link to="/projects" search={{ ...bidFilters.coming, ...whose } as never} className="link">
        All {count(totals.coming)} bids of the next seven days
      </Link>
    </p>
  );
}
