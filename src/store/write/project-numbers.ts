import type { Queryable } from '../../database/engine.ts';
import { greatestNumber, type NumberSeries } from '../../resources/vocabulary/project-number.ts';

/** The numbers of an account in one year. */
export interface OwnSeries {
  readonly accountId: string;
  readonly series: NumberSeries;
}

// In each statement, `$1` is the account, `$2` and `$3` the texts around the counted number, `$4` its fewest digits.
const parametersOf = ({ accountId, series: { before, after, digits } }: OwnSeries) => [
  accountId,
  before,
  after,
  digits,
];

const textOf = (n: string): string =>
  `$2::text || lpad(${n}::text, greatest($4::integer, length(${n}::text)), '0') || $3::text`;

/**
 * Some free numbers of a series: those that no project has. The rows come one by one, and each is looked up by its text,
 * which is computed before (`offset 0`), so that even on a small table the plan is that of the index on numbers.
 */
const freeOnes = (series: string, from: string, most: string): string =>
  `select s.n from (
    select g.n, lower(${textOf('g.n')}) as text from (select generate_series(${series}) as n${from}) g offset 0
  ) s
  where (
    select true from projects p
    where p.account_id = $1::bigint and p.project_number is not null and lower(p.project_number) = s.text limit 1
  ) is null
  limit ${most}`;

const nextAfter = (begin: string): string => `(
  select coalesce(max(f.n), ${greatestNumber}) + 1 from (${freeOnes(`${begin}, ${greatestNumber}`, '', '$6::integer')}) f
)`;

const stored = `(
  select k.next from project_number_counters k where k.account_id = $1::bigint and k.year = $5::integer
)`;

/** The free numbers just below the new state of the counter are those that it has passed over. */
const take = `with counter as (
  insert into project_number_counters as c (account_id, year, next)
  select $1::bigint, $5::integer, ${nextAfter(`coalesce(${stored}, 1)`)}
  on conflict (account_id, year) do update set next = ${nextAfter('c.next')}
  returning next
)
select ${textOf('t.n')} as number from (
  ${freeOnes('counter.next - 1, 1, -1', ` from counter where counter.next <= ${greatestNumber}`, '$6::integer')}
) t order by t.n`;

/**
 * Takes the next free numbers of a series, and holds its counter until the transaction ends, so that no other
 * transaction takes the same ones. A number is free if no project has it, not even a deleted one.
 * @returns none if the numbers are used up.
 */
export async function takeNumbers(transaction: Queryable, own: OwnSeries, count: number): Promise<string[]> {
  const rows = await transaction.query<{ number: string }>(take, [...parametersOf(own), own.series.year, count]);
  return rows.map(({ number }) => number);
}

/** The counted number that the next project gets. */
export async function readNext(engine: Queryable, own: OwnSeries): Promise<number> {
  const [row] = await engine.query<{ n: number }>(freeOnes(`coalesce(${stored}, 1), ${greatestNumber}`, '', '1'), [
    ...parametersOf(own),
    own.series.year,
  ]);
  return row?.n ?? greatestNumber;
}

/** One above the greatest number of a series that a project has. */
export async function readGreatest(engine: Queryable, own: OwnSeries): Promise<number> {
  const [row] = await engine.query<{ greatest: number | null }>(
    `select max(f.digits::integer) as greatest from (
      select substr(p.project_number, length($2::text) + 1,
        greatest(0, length(p.project_number) - length($2::text) - length($3::text))) as digits, p.project_number
      from projects p where p.account_id = $1::bigint and p.project_number is not null
    ) f
    where f.digits ~ '^[0-9]{1,9}$' and length(f.digits) >= $4::integer
      and lower(f.project_number) = lower($2::text || f.digits || $3::text)`,
    parametersOf(own),
  );
  return Math.min((row?.greatest ?? 0) + 1, greatestNumber);
}

/** Sets the counter of a series. */
export async function setNext(transaction: Queryable, { accountId, series }: OwnSeries, next: number): Promise<void> {
  await transaction.query(
    `insert into project_number_counters (account_id, year, next) values ($1::bigint, $2::integer, $3::integer)
    on conflict (account_id, year) do update set next = excluded.next`,
    [accountId, series.year, next],
  );
}

/** Forgets the counters of all years. */
export async function clearNumbers(transaction: Queryable, accountId: string): Promise<void> {
  await transaction.query('delete from project_number_counters where account_id = $1::bigint', [accountId]);
}
