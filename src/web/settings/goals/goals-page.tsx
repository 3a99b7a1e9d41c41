import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { choiceName } from '../../../resources/labels.ts';
import { goalMeasures, type GoalPeriod, goalPeriods } from '../../../resources/vocabulary/choices.ts';
import { type Entry, type FirmDirectory, nameOf, useDirectory } from '../../data/directory.ts';
import { fiscalYearOf, periodsOf } from '../../data/fiscal.ts';
import { useFormats } from '../../data/formats.ts';
import { useSession } from '../../data/session.ts';
import { Button } from '../../parts/button/button.tsx';
import { Failure } from '../../parts/failure/failure.tsx';
import { Choice } from '../../parts/field/choice.tsx';
import { ChevronLeft, ChevronRight } from '../../parts/icons/screen-icons.tsx';
import { Waiting } from '../../parts/waiting/waiting.tsx';
import type { Search } from '../../queries/address.ts';
import { useAddress } from '../../queries/use-address.ts';
import { accountQuery } from '../firm/account.ts';
import { PageHead } from '../page-head.tsx';
import { GoalsGrid, type ScopeRow } from './goals-grid.tsx';
import style from './goals.module.css';
import { type Goal, type GoalMeasure, goalsQuery } from './goals-query.ts';

/** The goals of a fiscal year: a grid of its periods by scope. */
export function GoalsPage() {
  const { search, change } = useAddress('/settings/goals');
  const { fiscal_year_starts_month: firstMonth } = useSuspenseQuery(accountQuery).data.account;
  const { today } = useFormats();
  const isAdmin = useSession().user.role === 'admin';
  const directory = useDirectory();
  const { measure, period, year } = shownOf(search, fiscalYearOf(today, firstMonth));
  const periods = periodsOf(year, period, firstMonth);
  const days = { from: periods[0]?.from ?? today, to: periods.at(-1)?.to ?? today };
  const { data: goals, error, refetch } = useQuery(goalsQuery(measure, period, days));
  return (
    <>
      <PageHead title="Goals">
        <p>
          What the firm, a division or a person wants to book, or the work to put in place. The reports compare with it.
          {!isAdmin && ' An admin of your firm can change these.'}
        </p>
      </PageHead>
      <div className={style.choices}>
        <Choice
          className={style.choice}
          name="Goal"
          value={measure}
          options={goalMeasures.map((one) => [one, measureNames[one]])}
          onChange={(value) => change({ measure: value })}
        />
        <Choice
          className={style.choice}
          name="For each"
          value={period}
          options={goalPeriods.map((one) => [one, choiceName(one)])}
          onChange={(value) => change({ period: value })}
        />
        <YearChoice year={year} onChange={(value) => change({ year: String(value) })} />
      </div>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {goals === undefined && !error && <Waiting />}
      {goals && (
        <GoalsGrid
          // Another measure, kind of period or year has other cells, in which nothing is typed yet.
          key={`${measure} ${period} ${year}`}
          rows={rowsOf(directory, goals)}
          goals={goals}
          periods={periods}
          of={{ period, measure, firstMonth }}
          canWrite={isAdmin}
        />
      )}
    </>
  );
}

const measureNames: Readonly<Record<GoalMeasure, string>> = {
  booked_amount: 'Booked amount',
  booked_count: 'Booked projects',
  earned_amount: 'Work put in place',
};

/** What an address shows; by default the quarters of this fiscal year. */
function shownOf({ measure, period, year }: Search, thisYear: number) {
  return {
    measure: goalMeasures.find((one) => one === measure) ?? 'booked_amount',
    period: goalPeriods.find((one) => one === period) ?? ('quarter' satisfies GoalPeriod),
    year: /^[1-9]\d{3}$/.test(year ?? '') ? Number(year) : thisYear,
  };
}

interface YearProps {
  readonly year: number;
  readonly onChange: (year: number) => void;
}

const YearChoice = ({ year, onChange }: YearProps) => (
  <div className={style.year} role="group" aria-label="Fiscal year">
    <Button aria-label="Previous year" onClick={() => onChange(year - 1)}>
      <ChevronLeft aria-hidden />
    </Button>
    <span role="status">FY{year}</span>
    <Button aria-label="Next year" onClick={() => onChange(year + 1)}>
      <ChevronRight aria-hidden />
    </Button>
  </div>
);

/** The firm, its divisions and its people; of those who have left, the ones that have goals. */
function rowsOf({ divisions, users }: FirmDirectory, goals: readonly Goal[]): readonly ScopeRow[] {
  const goalsOf = { divisions: goals.map(({ division }) => division), users: goals.map(({ user }) => user) };
  return [
    { key: 'firm', name: 'Firm', group: null, scope: {} },
    ...withOthers(divisions, goalsOf.divisions).map(([id, name]) => ({
      key: `division ${id}`,
      name,
      group: 'Divisions',
      scope: { division_id: id },
    })),
    ...withOthers(users, goalsOf.users).map(([id, name]) => ({
      key: `user ${id}`,
      name,
      group: 'People',
      scope: { user_id: id },
    })),
  ];
}

/** The entries of a list, and those of goals that are no longer there, by id. */
const withOthers = (entries: readonly Entry[], others: readonly (Entry | null)[]): readonly [string, string][] => [
  ...new Map([...entries, ...others.filter((one) => one !== null)].map((one) => [one.id, nameOf(one)])),
];
