import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { nameOf, useDirectory } from '../data/directory.ts';
import { useFormats } from '../data/formats.ts';
import { useNow } from '../data/now.ts';
import { useSession } from '../data/session.ts';
import { joined } from '../fields/joined.ts';
import { Failure } from '../parts/failure/failure.tsx';
import { Section } from '../parts/section/section.tsx';
import { TaskRow } from '../record/task-row.tsx';
import { addDays } from '../../resources/written-dates/days.ts';
import { instantIn } from '../../resources/written-dates/zone.ts';
import { callsToMake, type LoggedCall } from './calls-to-make.ts';
import { movesSince, type ProjectMove } from './stage-moves.ts';
import { callsQuery, movedQuery, tasksQuery } from './today-queries.ts';
import style from './today.module.css';

/** One's own tasks that are late or due today. */
export function TasksToday() {
  const { data, error, refetch } = useQuery(tasksQuery);
  const canWrite = useSession().user.role !== 'viewer';
  return (
    <Part title="Tasks" of={{ count: data?.total, none: 'No task is due.', error, refetch }}>
      <ul>
        {data?.rows.map((task) => (
          <TaskRow key={task.id} task={task} canWrite={canWrite} />
        ))}
      </ul>
      {data && data.rows.length < data.total && (
        <Link to="/tasks" className="link">
          All {data.total} tasks
        </Link>
      )}
    </Part>
  );
}

/** The people whom one has still to call. */
export function CallsToMake() {
  const { data, error, refetch } = useQuery(callsQuery);
  const now = useNow();
  const calls = data && callsToMake(data.rows, now);
  return (
    <Part title="Calls to make" of={{ count: calls?.length, none: 'No call is left to make.', error, refetch }}>
      <ul>
        {calls?.map((call) => (
          <CallLine key={call.id} call={call} />
        ))}
      </ul>
    </Part>
  );
}

function CallLine({ call }: { readonly call: LoggedCall }) {
  const { moment } = useFormats();
  const { contact, company, project, call_outcome: outcome, notes } = call;
  const subject = contact ?? company ?? project;
  return (
    <li>
      <Link to={pathOf(call)} className={style.line}>
        <span className={style.name} dir="auto">
          {subject ? nameOf(subject) : (notes ?? 'Call')}
        </span>
        <span className={style.about}>
          {joined([
            contact && company && nameOf(company),
            outcome && nameOf(outcome),
            unbroken(moment(call.recorded_at)),
          ])}
        </span>
      </Link>
    </li>
  );
}

/** The page of the person to call, with the phone numbers; else that of the company, the project or the call. */
function pathOf({ id, contact, company, project }: LoggedCall): string {
  if (contact) return `/contacts/${contact.id}`;
  if (company) return `/companies/${company.id}`;
  return project ? `/projects/${project.id}` : `/calls/${id}`;
}

/** The projects that moved since yesterday, and the person who moved each. */
export function MovedSinceYesterday() {
  const { data, error, refetch } = useQuery(movedQuery);
  const { account } = useDirectory();
  const { today } = useFormats();
  const yesterday = new Date(instantIn(account.time_zone, addDays(today, -1), '00:00'));
  const moves = data && movesSince(data.rows, yesterday);
  return (
    <Part title="Moved since yesterday" of={{ count: moves?.length, none: 'No project has moved.', error, refetch }}>
      <ol>
        {moves?.map((move) => (
          <MoveLine key={move.id} move={move} />
        ))}
      </ol>
    </Part>
  );
}

function MoveLine({ move: { project, from, to, at, by } }: { readonly move: ProjectMove }) {
  const { moment, shortMoney } = useFormats();
  const stages = from === null ? `New in ${nameOf(to)}` : `${nameOf(from)} → ${nameOf(to)}`;
  return (
    <li>
      <Link to="/projects/$id" params={{ id: project.id }} className={style.line}>
        <span className={style.moved}>
          <span className={style.name} dir="auto">
            {project.name}
          </span>
          <span className={style.at}>{moment(at)}</span>
        </span>
        <span className={style.about}>
          {joined([stages, project.amount !== null && shortMoney(project.amount), by && `by ${nameOf(by)}`])}
        </span>
      </Link>
    </li>
  );
}

/** Keeps a time on one line. */
const unbroken = (text: string): string => text.replaceAll(/\s/g, '\u00a0');

interface PartProps {
  readonly title: string;
  readonly of: {
    /** Undefined until the list has arrived. */
    readonly count: number | undefined;
    readonly none: string;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  readonly children: ReactNode;
}

/** A list of Today under its title, with what stands in its place while it loads, is empty or has failed. */
const Part = ({ title, of: { count, none, error, refetch }, children }: PartProps) => (
  <Section title={title} note={count === 0 ? undefined : count} className={style.part}>
    {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
    {count === undefined && error === null && <p className={style.none}>Loading…</p>}
    {count === 0 ? <p className={style.none}>{none}</p> : children}
  </Section>
);
