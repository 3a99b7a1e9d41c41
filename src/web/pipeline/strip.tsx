import { useQueries, useQuery } from '@tanstack/react-query';
import { useFormats } from '../data/formats.ts';
import type { Search } from '../queries/address.ts';
import type { Key } from '../keys/key-names.ts';
import { useKeys } from '../keys/keys.ts';
import style from './strip.module.css';
import { sum, totalsQuery } from './summary.ts';

interface Props {
  /** The query of the board, without the filter of the strip. */
  readonly query: Search;
  /** The filter of the address. */
  readonly filter: Search;
  readonly onFilter: (filter: Search) => void;
}

interface DueFilter {
  readonly name: string;
  readonly key: string;
  readonly filter: Search;
}

/** The parameters by which the strip filters. */
export const stripNames = [
  'is_overdue',
  'bid_due_date[lt]',
  'bid_due_date',
  'bid_due_date[gte]',
  'bid_due_date[lte]',
  'submitted_at',
];

const open = { submitted_at: 'null' };

/**
 * The service judges what is overdue and reads the days, so that an address and a saved view mean the time at which
 * they are opened. Each bid counts once: one whose hour has passed today is overdue.
 */
const buckets: readonly DueFilter[] = [
  { key: '1', name: 'Overdue', filter: { is_overdue: 'true' } },
  { key: '2', name: 'Due today', filter: { bid_due_date: 'today', is_overdue: 'false', ...open } },
  {
    key: '3',
    name: 'Next 7 days',
    filter: { 'bid_due_date[gte]': 'today+1', 'bid_due_date[lte]': 'today+7', ...open },
  },
];

const isSame = (one: Search, other: Search): boolean => {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
};

/** A bid becomes overdue without an event. */
const countEveryMs = 60_000;

/** The totals of the pursuits that match, and the numbers of bids that are due. Each number of bids filters the board. */
export function Strip({ query, filter, onFilter }: Props) {
  const { count, shortMoney } = useFormats();
  const all = useQuery(totalsQuery({ ...query, ...filter }, 'stage'));
  const due = useQueries({
    queries: buckets.map((one) => ({
      ...totalsQuery({ ...query, ...one.filter }, 'stage'),
      refetchInterval: countEveryMs,
    })),
  });
  const toggle = (bucket: DueFilter): void => onFilter(isSame(bucket.filter, filter) ? {} : bucket.filter);
  const keys = buckets.map((bucket): [string, Key] => [
    bucket.key,
    { does: `Show bids: ${bucket.name.toLowerCase()}`, act: () => toggle(bucket) },
  ]);
  useKeys(Object.fromEntries(keys));
  const total = all.data && sum(all.data.values());
  return (
    <div className={style.strip} data-chrome>
      <dl className={style.totals}>
        <Figure name="Open" value={total && count(total.count)} />
        <Figure name="Amount" value={total && shortMoney(total.amount)} />
        <Figure name="Weighted" value={total && shortMoney(total.weighted)} />
      </dl>
      <ul className={style.buckets}>
        {buckets.map((bucket, index) => {
          const totals = due[index]?.data;
          const bids = totals && sum(totals.values()).count;
          return (
            <li key={bucket.key}>
              <button
                type="button"
                className={style.bucket}
                data-late={bucket.key === '1' && (bids ?? 0) > 0}
                aria-pressed={isSame(bucket.filter, filter)}
                aria-keyshortcuts={bucket.key}
                onClick={() => toggle(bucket)}
              >
                <span className="label">{bucket.name}</span>
                <span className={style.figure}>{bids === undefined ? '…' : count(bids)}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const Figure = ({ name, value }: { readonly name: string; readonly value: string | undefined }) => (
  <div className={style.total}>
    <dt className="label">{name}</dt>
    <dd className={style.figure}>{value ?? '…'}</dd>
  </div>
);
