import type { Client, Json, Reply } from '../../../support/service/client.ts';
import type { TestService } from '../../../support/service/service.ts';
import { make } from '../../../support/data/make.ts';

/** Fields of a project, with the names of its stage and its assignee and the number of its division. */
interface ProjectFields {
  readonly stage?: string;
  readonly assignee?: string;
  readonly division?: number;
  readonly [field: string]: unknown;
}

/** One step of the history of a project, at 16:00 UTC of its day. */
interface Step {
  readonly day: string;
  readonly project: number;
  readonly change: 'delete' | ProjectFields;
}

/**
 * Makes the ten projects of a new firm up to an instant, after which Cy has left the firm. Without an instant: up to
 * Sunday, Mar 29, 2026, 1:00 pm in Chicago.
 */
export async function startTenProjects(service: TestService, instant = '2026-03-29T18:00:00Z'): Promise<TenProjects> {
  const firm = new TenProjects(service);
  await firm.begin();
  await firm.until(instant);
  await firm.deactivateCy();
  return firm;
}

/** The history of ten projects of a firm in Chicago whose fiscal year begins in July. */
export class TenProjects {
  readonly service: TestService;
  readonly client: Client;
  readonly stages = new Map<string, string>();
  readonly divisions: string[] = [];
  readonly users = new Map<string, string>();
  /** The ids of the projects, by their numbers from 1. */
  readonly ids: string[] = [''];
  #steps: readonly Step[] = [];

  constructor(service: TestService) {
    this.service = service;
    this.client = service.first;
  }

  /** The stages, divisions, people and goals, before the first project. */
  async begin(): Promise<void> {
    const { client, service } = this;
    service.clock.set('2025-04-01T16:00:00Z');
    await client.patch('/account', { account: { time_zone: 'America/Chicago', fiscal_year_starts_month: 7 } });
    for (const { id, name } of (await client.get('/project_stages')).body.project_stages) this.stages.set(name, id);
    const divisions = (await client.get('/divisions')).body.divisions as Json[];
    for (const name of ['Ground Up', 'Interiors']) this.divisions.push(divisions.find((one) => one.name === name).id);
    for (const name of ['Ann', 'Bob', 'Cy']) {
      this.users.set(name, (await make(client, 'users', { first_name: name, last_name: null })).id);
    }
    const goals = [
      { period: 'year', starts_on: '2025-07-01', measure: 'booked_amount', target: 10_000_000 },
      { period: 'quarter', starts_on: '2026-01-01', measure: 'booked_count', target: 3 },
      { period: 'quarter', starts_on: '2026-04-01', measure: 'earned_amount', target: 3_000_000 },
    ];
    for (const goal of goals) await make(client, 'goals', goal);
    const reasons = (await client.get('/loss_reasons')).body.loss_reasons as Json[];
    const reasonId = (name: string): string => reasons.find((reason) => reason.name === name).id;
    this.#steps = historyOf(reasonId('Price'), reasonId('Funding Not Secured'));
  }

  /** Makes all changes up to an instant that are not made yet, and moves the clock there. */
  async until(instant: string): Promise<void> {
    const isDue = ({ day }: Step): boolean => `${day}T16:00:00Z` <= instant;
    const due = this.#steps.filter(isDue);
    this.#steps = this.#steps.filter((step) => !isDue(step));
    for (const step of due) await this.#make(step);
    this.service.clock.set(instant);
  }

  /** Deactivates Cy, to whom Tower is assigned. */
  async deactivateCy(): Promise<void> {
    sound(await this.client.delete(`/users/${this.users.get('Cy')}`));
  }

  /** The names of the projects that an address of a report lists, by name. */
  async named(url: string | null): Promise<string[]> {
    if (url === null) return [];
    const { body, status, text } = await this.client.get(url);
    if (status !== 200) throw new Error(text);
    return body.projects.map(({ name }: Json) => name).sort();
  }

  async #make({ day, project, change }: Step): Promise<void> {
    this.service.clock.set(`${day}T16:00:00Z`);
    const path = `/projects/${this.ids[project] ?? ''}`;
    if (change === 'delete') return void sound(await this.client.delete(path));
    const made = this.ids[project] === undefined;
    const body = { project: this.#fields(change) };
    const reply = sound(made ? await this.client.post('/projects', body) : await this.client.patch(path, body));
    if (made) this.ids[project] = reply.body.project.id;
  }

  /** The change with ids instead of the names of stage and assignee, and the number of the division. */
  #fields({ stage, division, assignee, ...more }: ProjectFields): object {
    return {
      ...(stage === undefined ? {} : { project_stage_id: this.stages.get(stage) }),
      ...(division === undefined ? {} : { division_id: this.divisions[division - 1] }),
      ...(assignee === undefined ? {} : { assigned_to_id: this.users.get(assignee) }),
      ...more,
    };
  }
}

function sound(reply: Reply): Reply {
  if (reply.status >= 300) throw new Error(reply.text);
  return reply;
}

const work = (start_date: string, end_date: string) => ({ start_date, end_date });

const created: readonly Step[] = [
  [
    '2025-05-01',
    9,
    {
      name: 'Plant',
      division: 1,
      assignee: 'Bob',
      stage: 'Estimating',
      amount: 6_000_000,
      ...work('2025-10-01', '2026-09-30'),
    },
  ],
  [
    '2025-10-01',
    8,
    {
      name: 'Tower',
      division: 1,
      assignee: 'Cy',
      stage: 'Bid Submitted',
      amount: 1_500_000,
      bid_due_date: '2025-10-01',
      ...work('2026-04-20', '2026-10-19'),
    },
  ],
  [
    '2025-11-03',
    2,
    {
      name: 'Clinic',
      division: 1,
      assignee: 'Bob',
      stage: 'Negotiating',
      amount: 2_800_000,
      ...work('2026-05-04', '2026-12-31'),
    },
  ],
  [
    '2025-12-01',
    6,
    {
      name: 'School',
      division: 1,
      assignee: 'Ann',
      stage: 'Estimating',
      amount: 900_000,
      bid_due_date: '2026-01-15',
      ...work('2026-07-01', '2026-12-31'),
    },
  ],
  ['2025-12-15', 7, { name: 'Garage', division: 1, assignee: 'Bob', stage: 'Budgeting', amount: 600_000 }],
  [
    '2026-01-12',
    1,
    {
      name: 'North Lab',
      division: 1,
      assignee: 'Ann',
      stage: 'Estimating',
      amount: 1_000_000,
      bid_due_date: '2026-04-02',
      next_step: 'Call',
      next_step_on: '2026-03-27',
      ...work('2026-09-01', '2027-02-28'),
    },
  ],
  ['2026-01-20', 3, { name: 'Store', division: 2, assignee: 'Ann', stage: 'Bid Submitted', amount: 500_000 }],
  ['2026-02-02', 10, { name: 'Bridge', division: 2, stage: 'RFQ / Prequalification', amount: 300_000 }],
  [
    '2026-03-24',
    4,
    { name: 'Depot', division: 1, assignee: 'Bob', stage: 'Qualifying', amount: 750_000.5, bid_due_date: '2026-03-27' },
  ],
  ['2026-03-24', 5, { name: 'Shop', division: 2, assignee: 'Ann', stage: 'Bid Submitted', amount: 400_000 }],
].map(([day, project, change]) => ({ day, project, change }) as Step);

const historyOf = (price: string, funding: string): readonly Step[] =>
  [
    ...created,
    { day: '2025-08-15', project: 9, change: { stage: 'Won' } },
    { day: '2026-01-15', project: 6, change: { stage: 'Bid Submitted' } },
    { day: '2026-02-10', project: 6, change: { stage: 'Lost', loss_reason_id: price } },
    { day: '2026-03-02', project: 8, change: { stage: 'Verbal Award' } },
    { day: '2026-03-03', project: 9, change: { remaining_amount: 3_500_000, remaining_as_of: '2026-02-28' } },
    { day: '2026-03-24', project: 3, change: { stage: 'Lost', loss_reason_id: funding } },
    { day: '2026-03-24', project: 8, change: { division: 2 } },
    { day: '2026-03-25', project: 1, change: { amount: 1_200_000 } },
    { day: '2026-03-25', project: 6, change: { stage: 'Negotiating', amount: 950_000 } },
    { day: '2026-03-25', project: 8, change: { amount: 1_350_000.25 } },
    { day: '2026-03-26', project: 2, change: { stage: 'Won', amount: 3_000_000 } },
    { day: '2026-03-26', project: 7, change: 'delete' as const },
    { day: '2026-03-27', project: 5, change: { stage: 'Lost' } },
    { day: '2026-03-27', project: 10, change: { stage: 'Cancelled' } },
  ].sort((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)));
