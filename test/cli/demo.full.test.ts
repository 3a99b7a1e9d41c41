import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../src/cli/commands/run-command.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { openEngine } from '../../src/store/store.ts';
import { tokens } from '../support/service/template.ts';
import { asProgram } from '../support/statements/sent-statements.ts';
import { type Environment, furnishedPlace, type Place, run, type Said, startOn } from './command-line.ts';

// The firm depends on the time, so two firms that must be equal are made at the same time.
const clock = { now: () => new Date('2026-03-11T20:00:00Z') };

async function demo(environment: Environment, args: readonly string[], isScreen = false): Promise<Said> {
  const said = { stdout: '', stderr: '' };
  const terminal: Terminal = {
    ...{ environment, clock, isScreen },
    input: async () => '',
    write: (text) => void (said.stdout += text),
    complain: (text) => void (said.stderr += text),
  };
  const status = await asProgram(() => runCommand(['demo', ...args], terminal));
  return { ...said, status };
}

/** Queries the database directly while no other process has it open. */
async function ask(environment: Environment, sql: string): Promise<Record<string, unknown>[]> {
  const options = { databaseUrl: environment['DATABASE_URL'], dataDir: environment['DATA_DIR'] ?? '' };
  const engine = await openEngine(options);
  try {
    return await engine.query(sql);
  } finally {
    await engine[Symbol.asyncDispose]();
  }
}

interface Projects {
  readonly projects: [{ readonly id: string; readonly name: string }];
}

const small = ['--account', '1', '--projects', '40'];

let place: Place;
let filled: Said;
beforeAll(async () => {
  place = await furnishedPlace();
  filled = await demo(place.environment, [...small, '--json']);
});
afterAll(() => place.remove());

describe('demo', { timeout: 120_000 }, () => {
  test('fills an account and prints the number of records of each kind', async () => {
    expect(filled).toMatchObject({ status: 0, stderr: '' });
    const { made, ...rest } = JSON.parse(filled.stdout) as { made: Record<string, number> };
    expect(rest).toEqual({ account_id: '1', seed: 1 });
    expect(made).toMatchObject({ users: 12, companies: 20, contacts: 20, projects: 40, custom_fields: 7 });
    const counts = Object.keys(made).map((plural) => {
      const own = plural === 'users' ? "and email like '%@caprock-builders.example'" : '';
      return `select '${plural}' as plural, count(*)::integer as count from ${plural} where account_id = 1 ${own}`;
    });
    const found = await ask(place.environment, counts.join(' union all '));
    expect(Object.fromEntries(found.map(({ plural, count }) => [plural, count]))).toEqual(made);
  });

  test('changes no other account', async () => {
    const theirs = `select count(*)::integer as count from changes where account_id = 2 and at < '2026-01-05'`;
    expect(await ask(place.environment, theirs)).toEqual([{ count: 0 }]);
    expect(await ask(place.environment, 'select id from projects where account_id = 2')).toEqual([]);
  });

  test('dates every submitted bid by its first move into a stage with a milestone or a won one', async () => {
    const [bids] = await ask(
      place.environment,
      `select count(*)::integer as projects, count(p.submitted_at)::integer as submitted,
        count(*) filter (where p.submitted_at is distinct from entered.at)::integer as misdated,
        count(*) filter (where p.submitted_at > p.updated_at)::integer as early
      from projects p left join (
        select c.project_id, min(c.at) as at
        from stage_changes c join project_stages s on s.account_id = c.account_id and s.id = c.to_stage_id
        where c.account_id = 1 and (s.milestone is not null or s.category = 'won')
        group by c.project_id
      ) entered on entered.project_id = p.id
      where p.account_id = 1`,
    );
    expect(bids).toMatchObject({ projects: 40, misdated: 0, early: 0 });
    expect(bids?.['submitted']).toBeGreaterThan(15);
  });

  test('gives every project a history of stages without gap or overlap', async () => {
    const [broken] = await ask(
      place.environment,
      `with moves as (
        select s.*, p.created_at, p.project_stage_id, p.stage_changed_at,
          lag(s.to_stage_id) over w as previous_stage, lag(s.at) over w as previous_at,
          lead(s.id) over w is null as is_last
        from stage_changes s join projects p on p.account_id = s.account_id and p.id = s.project_id
        where s.account_id = 1 window w as (partition by s.project_id order by s.id)
      )
      select count(*)::integer as moves, count(distinct project_id)::integer as projects,
        count(*) filter (where from_stage_id is distinct from previous_stage)::integer as gaps,
        count(*) filter (where previous_at >= at or (previous_at is null and at <> created_at))::integer as overlaps,
        count(*) filter (where is_last and (to_stage_id <> project_stage_id or at <> stage_changed_at))::integer as wrong_ends
      from moves`,
    );
    expect(broken).toMatchObject({ projects: 40, gaps: 0, overlaps: 0, wrong_ends: 0 });
    expect(broken?.['moves']).toBeGreaterThan(100);
  });

  test('makes a plausible pipeline, created by several users', async () => {
    const service = await startOn(place.environment);
    onTestFinished(service.stop);
    const list = async (path: string): Promise<Record<string, unknown>[]> => {
      const answer = await service.get(`/${path}?per_page=500`, tokens.first);
      expect(answer.status).toBe(200);
      return ((await answer.json()) as Record<string, Record<string, unknown>[]>)[path] ?? [];
    };
    const projects = await list('projects');
    const statuses = new Set(projects.map(({ project_status: status }) => status));
    expect([...statuses]).toEqual(expect.arrayContaining(['pursuit', 'closed_lost', 'complete']));
    const lost = projects.filter(({ project_status: status }) => status === 'closed_lost');
    expect(lost.filter(({ loss_reason: reason }) => reason === null)).toEqual([]);
    const ahead = projects.filter(
      ({ project_status: status, bid_due_at: due }) => status === 'pursuit' && due !== null,
    );
    expect(ahead.length).toBeGreaterThan(0);
    const makers = new Set(projects.map(({ created_by: by }) => (by as { name: string }).name));
    expect(makers.size).toBeGreaterThan(2);
    for (const plural of [
      'companies',
      'contacts',
      'leads',
      'tasks',
      'task_lists',
      'calls',
      'notes',
      'files',
      'project_team_memberships',
    ]) {
      expect([plural, (await list(plural)).length]).toEqual([plural, expect.any(Number)]);
    }
    const { id } = lost[0] as { id: string };
    const history = (await (await service.get(`/projects/${id}/history`, tokens.first)).json()) as {
      changes: object[];
    };
    expect(history.changes.length).toBeGreaterThan(1);
    expect(history.changes.at(-1)).toMatchObject({ action: 'create', source: 'cli' });
  });

  test('refuses an account that has projects, and changes nothing', async () => {
    const before = await ask(place.environment, 'select count(*)::integer as count from changes');
    const again = await demo(place.environment, small);
    expect(again).toMatchObject({ status: 1, stdout: '' });
    expect(again.stderr).toContain(
      'error: Account 1 already has projects, perhaps in the trash; the demo needs an account that never had one. The command changed nothing. ' +
        'Create an account with "plumbline account create" and select it with --account.\n',
    );
    expect(await ask(place.environment, 'select count(*)::integer as count from changes')).toEqual(before);
  });

  test('makes the same firm from the same seed, and prints its progress', async () => {
    const twin = await furnishedPlace();
    onTestFinished(twin.remove);
    const said = await demo(twin.environment, [...small, '--seed', '1']);
    expect(said.status).toBe(0);
    expect(said.stderr).toMatch(/^(Filling the account: \d+ %\n)+$/);
    expect(said.stderr.endsWith('Filling the account: 100 %\n')).toBe(true);
    expect(said.stdout).toMatch(/^Filled account 1 with sample data\.\n\n(?: {2}[a-z ]+ {2}\d+\n)+$/);
    for (const sql of [
      `select p.name, p.amount, p.square_feet, p.bid_due_at, p.award_date, p.created_at, p.updated_at, s.name as stage,
        c.name as company, u.name as estimator, p.custom_fields, p.address_city
      from projects p join project_stages s on s.account_id = p.account_id and s.id = p.project_stage_id
        join companies c on c.account_id = p.account_id and c.id = p.company_id
        join users u on u.account_id = p.account_id and u.id = p.assigned_to_id
      where p.account_id = 1 order by p.id`,
      'select at, resource, record_id, action, user_id, fields from changes where account_id = 1 order by id',
      'select notes, recorded_at, created_at from calls where account_id = 1 order by id',
    ]) {
      expect(await ask(twin.environment, sql)).toEqual(await ask(place.environment, sql));
    }
  });

  test('removes the sample data, but names first what people have changed', async () => {
    const other = await furnishedPlace();
    onTestFinished(other.remove);
    const live = 'select count(*)::integer as count from projects where account_id = 1 and deleted_at is null';
    const nothing = await demo(other.environment, ['--account', '1', '--remove']);
    expect(nothing).toMatchObject({ status: 1, stderr: expect.stringContaining('The account has no sample data.') });
    await demo(other.environment, ['--account', '1', '--projects', '20', '--json']);
    const service = await startOn(other.environment);
    const [{ id, name }] = ((await (await service.get('/projects?per_page=1', tokens.first)).json()) as Projects)
      .projects;
    const headers = { authorization: `Bearer ${tokens.first}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ project: { description: 'Ours' } });
    await fetch(`${service.url}/api/2023-01/projects/${id}`, { method: 'PATCH', headers, body });
    await service.stop();
    const refused = await demo(other.environment, ['--account', '1', '--remove']);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('with --confirm-changed.\n');
    expect(refused.stderr).toContain(`  projects ${id}, ${JSON.stringify(name)}, was changed`);
    expect(await ask(other.environment, live)).toEqual([{ count: 20 }]);
    const removed = await demo(other.environment, ['--account', '1', '--remove', '--confirm-changed', '--json']);
    expect(JSON.parse(removed.stdout)).toMatchObject({ account_id: '1', kept: 0 });
    expect(await ask(other.environment, live)).toEqual([{ count: 0 }]);
  });

  test('draws a progress bar on a screen, and changes nothing if it fails', async () => {
    const other = await furnishedPlace();
    onTestFinished(other.remove);
    const count = 'select count(*)::integer as count from changes';
    const before = await ask(other.environment, count);
    await ask(
      other.environment,
      "update call_outcomes set deleted_at = now() where account_id = 2 and key = 'connected'",
    );
    const failed = await demo(other.environment, ['--account', '2', '--projects', '20'], true);
    expect(failed.status).toBe(1);
    expect(failed.stderr).toContain('Restore them in "Settings > Lists", under Deleted. The command changed nothing.');
    expect(await ask(other.environment, count)).toEqual(before);

    const drawn = await demo(other.environment, ['--account', '1', '--projects', '20', '--seed', '7'], true);
    expect(drawn).toMatchObject({ status: 0 });
    expect(drawn.stderr).toMatch(/^(?:\rFilling the account {2}\[#* *\] \d+ %)+\n$/);
    expect(drawn.stderr.endsWith(`[${'#'.repeat(40)}] 100 %\n`)).toBe(true);
  });

  test.each([
    [
      ['--seed', 'x', '--projects', '5'],
      '--seed must be a whole number, 0 or more; --projects must be a whole number, 20',
    ],
    [[], 'There are several accounts: select one with --account: 1 (Granite'],
    [['--account', '9'], 'There is no account 9'],
  ])('refuses %j with the reason', async (args, message) => {
    const said = await run(place.environment, ['demo', ...args]);
    expect(said).toMatchObject({ status: 1, stdout: '' });
    expect(said.stderr).toContain(`error: ${message}`);
  });
});
