import { wireTime } from '../resources/vocabulary/formats.ts';
import { type Day, dateOf, monthOf, workdayFrom } from './days.ts';
import type { Deed, Name } from './deed.ts';
import type { Job, JobMarket } from './job.ts';
import { madeInTurns } from './made-in-turns.ts';
import { building, type ProjectInput, pursue, type Pursuit } from './pursuit.ts';
import type { Random } from './random.ts';
import { anyWorkday, type Setting } from './setting.ts';
import type { Staff } from './staff.ts';

/** A project with its whole pursuit. */
export interface Project extends Pursuit {
  readonly name: Name;
  readonly job: Job;
  readonly created: Day;
  readonly estimator: Name;
  /** Whether it was a lead before. */
  readonly isConverted: boolean;
}

/** Bids go out in spring and in early autumn. */
const seasons = [0.9, 1, 1.2, 1.2, 1.1, 1, 0.85, 0.95, 1.15, 1.1, 0.85, 0.65];

/** The projects of three years, the oldest first. */
export async function plan(setting: Setting, staff: Staff, market: JobMarket): Promise<Project[]> {
  const random = setting.randomOf('days');
  const days = Array.from({ length: setting.projects }, (_, index) => busyDay(setting, random, index));
  days.sort((one, other) => one - other);
  return await madeInTurns(days, (created, index): Project[] => {
    const own = setting.randomOf('project', index + 1);
    const job = market.draw(own, created);
    const project = {
      ...{ name: `projects/${index + 1}`, job, created },
      estimator: own.pick(staff.of('estimator', 'chief_estimator')),
      isConverted: own.chance(0.06),
    };
    return [{ ...project, ...pursue(own, job, created) }];
  });
}

/** A day of creation. Every 25th project is recent, so that even a small firm has a project in progress. */
function busyDay(setting: Setting, random: Random, index: number): Day {
  const from = index % 25 === 0 ? setting.today - 40 : setting.firstDay + 7;
  for (;;) {
    const day = anyWorkday(setting, random, from);
    if (random.next() * 1.2 < (seasons[monthOf(day) - 1] ?? 1)) return day;
  }
}

/** The creation of each project and its moves through the stages. */
export const projectDeeds = (setting: Setting, staff: Staff, projects: readonly Project[]): Promise<Deed[]> => {
  const numbers = new Map<string, number>();
  return madeInTurns(projects, (project) => {
    const year = dateOf(project.created).slice(2, 4);
    const number = (numbers.get(year) ?? 0) + 1;
    numbers.set(year, number);
    return [creation(setting, staff, project, `${year}-${String(number).padStart(4, '0')}`), ...moves(staff, project)];
  });
};

function creation(setting: Setting, staff: Staff, project: Project, number: string): Deed {
  const { name, job, created, estimator, isConverted } = project;
  const random = setting.randomOf('project details', name);
  const own = { ...bidDue(setting, random, project), ...expected(random, project), project_number: number };
  const stage = { project_stage_id: `project_stages/${project.moves[0]?.stage ?? ''}`, assigned_to_id: estimator };
  const values = { ...own, custom_fields: customOf(random, project) };
  if (isConverted) {
    const lead = name.replace('projects', 'leads');
    return { ...staff.at('conversions', created), action: 'convert', name, values, links: stage, lead };
  }
  return {
    ...staff.at('projects', created),
    ...{ action: 'create', name, links: { ...job.links, ...stage } },
    values: { name: job.title, amount: job.amount, ...job.values, ...values },
  };
}

const moves = (staff: Staff, project: Project): Deed[] =>
  project.moves.slice(1).map(
    ({ day, stage, values, links }): Deed => ({
      ...{ ...staff.at('moves', day), action: 'update', name: project.name, values },
      links: { ...links, project_stage_id: `project_stages/${stage}` },
    }),
  );

/** Public bids close at 14:00, private ones at 10:00, 12:00, 15:00 or 17:00; some have only a day. */
function bidDue(setting: Setting, random: Random, { bidDay, job }: Project): ProjectInput {
  if (random.chance(0.35)) return { bid_due_date: dateOf(bidDay) };
  const hour = job.client.client?.isPublic ? 14 : random.pick([10, 12, 15, 17]);
  return { bid_due_at: wireTime(new Date(setting.instantOf(bidDay, hour * 60))) };
}

/** The dates that the firm expects before the decision. */
const expected = (random: Random, { bidDay, job }: Project): ProjectInput =>
  random.chance(0.6) ? building(random, job, workdayFrom(bidDay + 45)) : {};

const customOf = (random: Random, { job }: Project): NonNullable<ProjectInput['custom_fields']> => ({
  ...(random.chance(0.7) ? { bid_bond_required: job.client.client?.isPublic === true || random.chance(0.1) } : {}),
  ...(job.client.client?.isPublic ? { prevailing_wage: random.chance(0.6) } : {}),
  ...(random.chance(0.35)
    ? { plans_received: random.pick(['Concept', 'Schematic', '50 % CD', '90 % CD', 'Permit set']) }
    : {}),
  ...(random.chance(0.3) ? { expected_bidders: random.whole(2, 9) } : {}),
});
