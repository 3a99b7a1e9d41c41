import { type ReactNode, useId } from 'react';
import { type Bar, lengthOf, Marks, type Segment } from '../charts/bars.tsx';
import { Patterns } from '../charts/mark.tsx';
import { fiscalYearOf, periodName } from '../data/fiscal.ts';
import { useFormats } from '../data/formats.ts';
import { reasonOf } from '../parts/failure/failure.tsx';
import { leastForPercent } from '../reporting/least-for-percent.ts';
import type { ReportBody } from '../reporting/report-body.ts';
import shown from '../reporting/answer.module.css';
import { Figure } from './figure.tsx';
import style from './key-figures.module.css';
import type { Answer, Monday } from './use-monday.ts';

/** The five figures at the head of the page. */
export const KeyFigures = ({ pipeline, year, backlog, winLoss, bids }: Monday) => (
  <section
    aria-label="Key figures"
    aria-busy={[pipeline, year, backlog, winLoss, bids].some(({ isOutdated }) => isOutdated)}
    className={`${style.figures} ${shown.answer}`}
  >
    <Cell title="Open" answer={pipeline}>
      {({ total }) => <Open {...total} />}
    </Cell>
    <Booked pipeline={pipeline} year={year} />
    <Cell title="Backlog" answer={backlog}>
      {({ total }) => <Backlog {...total} />}
    </Cell>
    <Cell title="Hit rate, 12 months" answer={winLoss}>
      {({ total }) => <HitRate {...total} />}
    </Cell>
    <Cell title="Bids, 14 days" answer={bids}>
      {(body) => <Bids {...body} />}
    </Cell>
  </section>
);

interface CellProps<Body> {
  readonly title: string;
  readonly answer: Answer<Body>;
  readonly children: (body: Body) => ReactNode;
}

/** A figure under its title, or the reason why it is not there. */
const Cell = <Body,>({ title, answer: { data, error }, children }: CellProps<Body>) => (
  <div className={style.cell}>
    <h2 className={`label ${style.title}`}>{title}</h2>
    {data !== undefined && children(data)}
    {data === undefined && <p className={style.note}>{error === null ? 'Loading…' : reasonOf(error)}</p>}
  </div>
);

type Total = ReportBody<'pipeline'>['total'];

function Open({ count: of, amount, weighted_amount: weighted, projects_url: url }: Total) {
  const { count, shortMoney } = useFormats();
  return (
    <>
      <p className={style.figure}>
        <Figure text={count(of)} spoken="open projects" url={url} /> · <Figure text={shortMoney(amount)} url={url} />
      </p>
      <p className={style.note}>{shortMoney(weighted)} weighted</p>
    </>
  );
}

/** What is booked, of the longest goal of bookings; without a goal, in the fiscal year. */
function Booked({ pipeline, year }: Pick<Monday, 'pipeline' | 'year'>) {
  const goal = goalOf(pipeline.data?.total.goals ?? []);
  if (goal) {
    const firstMonth = pipeline.data?.fiscal_year_starts_month ?? 1;
    const name = periodName(goal.goal.starts_on, goal.goal.period, firstMonth).join(' ').trim();
    return (
      <Cell title={`Booked ${name}`} answer={pipeline}>
        {() => <BookedOfGoal {...goal} />}
      </Cell>
    );
  }
  const { day, fiscal_year_starts_month: month = 1 } = pipeline.data ?? {};
  const title = day === undefined ? 'Booked' : `Booked FY${fiscalYearOf(day, month)}`;
  return (
    <Cell title={title} answer={{ ...year, error: pipeline.error ?? year.error }}>
      {({ total }) => <BookedOfYear {...total.won} />}
    </Cell>
  );
}

type Goal = Total['goals'][number];

/** The goals come with the longest first. Amounts say more than numbers of projects. */
const goalOf = (goals: readonly Goal[]): Goal | undefined =>
  goals.find(({ goal }) => goal.measure === 'booked_amount') ?? goals[0];

function BookedOfGoal({ goal, booked, committed }: Goal) {
  const formats = useFormats();
  const isCount = goal.measure === 'booked_count';
  const sizeOf = ({ count, amount }: Goal['booked']): number => (isCount ? count : amount);
  const short = (size: number): string => (isCount ? formats.count(size) : formats.shortMoney(size));
  const segment = (tone: Segment['tone'], of: Goal['booked']): Segment => ({
    ...{ tone, size: sizeOf(of), label: '', name: tone, path: null },
  });
  return (
    <>
      <p className={style.figure}>
        <Figure text={short(sizeOf(booked))} spoken="booked" url={booked.projects_url} /> of {short(goal.target)}
      </p>
      <Progress segments={[segment('good', booked), segment('soft', committed)]} tick={goal.target} />
      {committed.count > 0 && (
        <p className={style.note}>
          <Figure text={`${short(sizeOf(committed))} committed`} url={committed.projects_url} />
        </p>
      )}
    </>
  );
}

function Progress({ segments, tick = 0 }: Pick<Bar, 'segments' | 'tick'>) {
  const patterns = useId();
  return (
    <div className={style.progress}>
      <Patterns id={patterns} />
      <Marks bar={{ segments, tick }} whole={Math.max(lengthOf({ segments }), tick)} patterns={patterns} />
    </div>
  );
}

function BookedOfYear({ count: of, amount, projects_url: url }: ReportBody<'win_loss'>['total']['won']) {
  const { count, shortMoney } = useFormats();
  return (
    <>
      <p className={style.figure}>
        <Figure text={count(of)} spoken="projects booked" url={url} /> · <Figure text={shortMoney(amount)} url={url} />
      </p>
      <p className={style.note}>No goal is set.</p>
    </>
  );
}

function Backlog({ layers }: ReportBody<'backlog'>['total']) {
  const { count, shortMoney } = useFormats();
  const { count: of = 0, amount = 0, projects_url: url = null } = layers.find(({ layer }) => layer === 'backlog') ?? {};
  return (
    <>
      <p className={style.figure}>
        <Figure text={shortMoney(amount)} url={url} /> to earn
      </p>
      <p className={style.note}>
        <Figure text={`${count(of)} won ${of === 1 ? 'job' : 'jobs'}`} url={url} />
      </p>
    </>
  );
}

/** `2 of 4`; from five projects on also the percentage. */
function HitRate({ won, lost, rates: { decided } }: ReportBody<'win_loss'>['total']) {
  const { count, percent } = useFormats();
  if (decided.n === 0) return <p className={style.note}>No project was won or lost.</p>;
  const known = won.projects_url ?? lost.projects_url;
  const of = (
    <>
      <Figure text={count(won.count)} spoken="won" url={won.projects_url} /> of{' '}
      <Figure
        text={count(decided.n)}
        spoken="won and lost"
        url={known}
        besides={{ 'close_type[eq]': '', 'close_type[in]': 'won,lost' }}
      />
    </>
  );
  if (decided.n < leastForPercent) return <p className={style.figure}>{of}</p>;
  return (
    <>
      <p className={style.figure}>{percent(decided.count)}</p>
      <p className={style.note}>{of} won</p>
    </>
  );
}

function Bids({ count: of, amount, projects_url: url, overdue }: ReportBody<'bids_due'>) {
  const { count, shortMoney } = useFormats();
  return (
    <>
      <p className={style.figure}>
        <Figure text={count(of)} spoken="bids due" url={url} />
        {overdue.count > 0 && (
          <>
            {' · '}
            <span className={style.late}>
              <Figure text={`${count(overdue.count)} overdue`} url={overdue.projects_url} />
            </span>
          </>
        )}
      </p>
      <p className={style.note}>{shortMoney(amount)}</p>
    </>
  );
}
