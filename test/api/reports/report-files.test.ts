import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { make } from '../../support/data/make.ts';
import { readCsv, readXlsx, type Row, sheetNames, sheetXml } from '../../support/data/tables.ts';
import type { Json } from '../../support/service/client.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { startTenProjects, type TenProjects } from './support/ten-projects.ts';

let service: TestService;
let ten: TenProjects;

const names = {
  pipeline: ['groups', 'goals'],
  win_loss: ['groups', 'loss_reasons'],
  bids_due: ['bids', 'load'],
  attention: ['items', 'rules'],
  backlog: ['groups', 'goals', 'projects'],
};

async function csv(path: string): Promise<Row[]> {
  const { status, text, headers } = await service.first.get(`/reports/${path}`);
  expect(status, text).toBe(200);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
  return readCsv(text);
}

async function workbook(path: string): Promise<Buffer> {
  const { first, tokens } = service;
  const answer = await fetch(first.address(`/reports/${path}`), {
    headers: { authorization: `Bearer ${tokens.first}` },
  });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

const reportOf = async (path: string): Promise<Json> => {
  const { status, body, text } = await service.first.get(`/reports/${path}`);
  expect(status, text).toBe(200);
  return body[/^\w+/.exec(path)?.[0] ?? ''];
};

const text = (value: Json): string | null => (value === null ? null : String(value));

/** Expects that some columns of a table have these values. */
const expectColumns = (rows: readonly Row[], columns: Readonly<Record<string, readonly Json[]>>): void => {
  for (const [name, values] of Object.entries(columns)) {
    expect([name, ...rows.map((row) => row[name])]).toEqual([name, ...values.map(text)]);
  }
};

/** The groups of a report, then the total. */
const linesOf = ({ groups, total }: Json): Json[] => [...groups, total];

const nameOf = ({ group }: Json): string | null => (group === undefined ? 'total' : (group?.name ?? group));

beforeAll(async () => {
  service = await sharedService();
  ten = await startTenProjects(service, '2026-03-30T04:59:59.999Z');
  await make(service.second, 'projects', { bid_due_date: '2026-04-02', amount: 77, start_date: '2027-01-01' });
});
afterAll(() => service.stop());

describe('the CSV of a report', () => {
  it('has the lines of the pipeline, and their goals', async () => {
    const query = 'group_by=project_stage_id';
    const lines = linesOf(await reportOf(`pipeline?${query}`));
    const figures = ['count', 'amount', 'weighted_amount', 'without_amount', 'without_probability'];
    expectColumns(await csv(`pipeline.csv?${query}`), {
      group_id: lines.map(({ group }) => group?.id ?? null),
      group: lines.map(nameOf),
      ...Object.fromEntries(figures.map((name) => [name, lines.map((line) => line[name])])),
    });
    const { goals } = lines.at(-1);
    expectColumns(await csv(`pipeline.csv?${query}&table=goals`), {
      group: ['total', 'total'],
      goal_id: goals.map(({ goal }: Json) => goal.id),
      target: [10_000_000, 3],
      booked_amount: [9_000_000, 3_000_000],
      committed_count: [1, 1],
      gap: [1_000_000, 2],
    });
  });

  it('has the lines of wins and losses by period, and the reasons', async () => {
    const query = 'group_by=division_id&every=quarter';
    const report = await reportOf(`win_loss?${query}`);
    const rows = linesOf(report).flatMap((line) => [
      ...line.periods.map((part: Json) => ({ ...part, name: nameOf(line), from: part.period.from })),
      { ...line, name: nameOf(line), from: report.from },
    ]);
    expectColumns(await csv(`win_loss.csv?${query}`), {
      group: rows.map(({ name }) => name),
      from: rows.map(({ from }) => from),
      won_count: rows.map(({ won }) => won.count),
      lost_competitive_amount: rows.map((row) => row.lost_competitive.amount),
      decided_rate: rows.map(({ rates }) => rates.decided.count),
      closed_n: rows.map(({ rates }) => rates.closed.n),
      competitive_rate_by_amount: rows.map(({ rates }) => rates.competitive.amount),
    });
    expectColumns(await csv('win_loss.csv?table=loss_reasons'), {
      loss_reason: ['Funding Not Secured', null, 'total'],
      loss_group: ['owner', null, null],
      count: [1, 1, 2],
      amount: [500_000, 400_000, 900_000],
    });
  });

  it('has the bids that are due, and the load by week', async () => {
    expectColumns(await csv('bids_due.csv'), {
      date: ['2026-04-02', 'total'],
      project_id: [ten.ids[1], null],
      project: ['North Lab', null],
      project_stage: ['Estimating', null],
      assigned_to: ['Ann', null],
      amount: [1_200_000, 1_200_000],
      submitted_at: [null, null],
    });
    expectColumns(await csv('bids_due.csv?table=load'), {
      assigned_to: ['Ann', 'Bob', 'total'],
      overdue: [0, 1, 1],
      '2026-03-23': [0, 0, 0],
      '2026-03-30': [1, 0, 1],
    });
  });

  it('has all that needs attention', async () => {
    const { items, rules } = await reportOf('attention');
    expectColumns(await csv('attention.csv'), {
      rule: items.map(({ rule }: Json) => rule),
      project: items.map(({ project }: Json) => project.name),
      since: items.map(({ since }: Json) => since),
      days: items.map(({ days }: Json) => days),
    });
    expectColumns(await csv('attention.csv?table=rules'), {
      rule: rules.map(({ rule }: Json) => rule),
      count: rules.map(({ count }: Json) => count),
      amount: rules.map(({ amount }: Json) => amount),
    });
  });

  it('has the backlog with a column for each bucket, its goals, and its projects', async () => {
    const query = 'every=quarter&start=2026-01-01&buckets=4&group_by=division_id';
    const report = await reportOf(`backlog?${query}`);
    const rows = linesOf(report).flatMap((line) =>
      [...line.layers, { ...line.sum, layer: 'sum' }].map((layer) => ({ ...layer, name: nameOf(line) })),
    );
    expectColumns(await csv(`backlog.csv?${query}`), {
      group: rows.map(({ name }) => name),
      layer: rows.map(({ layer }) => layer),
      count: rows.map(({ count }) => count),
      amount: rows.map(({ amount }) => amount),
      '2026-01-01': rows.map(({ buckets }) => buckets[0]),
      '2026-10-01': rows.map(({ buckets }) => buckets[3]),
      after: rows.map(({ after }) => after),
      unscheduled: rows.map(({ unscheduled }) => unscheduled),
    });
    expectColumns(await csv(`backlog.csv?${query}&table=goals`), {
      group: ['total'],
      starts_on: ['2026-04-01'],
      target: [3_000_000],
      gap: [189_310.75],
    });
    const { projects } = (await service.first.get(`/reports/backlog/projects?${query}`)).body;
    expect(projects).toHaveLength(6);
    const ofProjects = {
      project: projects.map(({ project }: Json) => project.name),
      start_date: projects.map(({ project }: Json) => project.start_date),
      layer: projects.map(({ layer }: Json) => layer),
      '2026-07-01': projects.map(({ buckets }: Json) => buckets[2]),
    };
    expectColumns(await csv(`backlog.csv?${query}&table=projects`), ofProjects);
    expectColumns(await csv(`backlog/projects.csv?${query}`), ofProjects);
    expectColumns(await csv(`backlog/projects.csv?${query}&line=pursuit&bucket=2026-10-01`), {
      project: ['School', 'North Lab'],
    });
  });

  it('has the change of the pipeline by line and reason, and its projects', async () => {
    const query = 'from=2026-03-22&to=2026-03-29&group_by=division_id';
    const report = await reportOf(`pipeline_change?${query}`);
    const rows = linesOf(report).flatMap((group) =>
      Object.entries(group as Record<string, Json>).flatMap(([line, figures]) => {
        if (line === 'group') return [];
        const own = { group: nameOf(group), line };
        return [{ ...own, ...figures }, ...figures.parts.map((part: Json) => ({ ...own, ...part }))];
      }),
    );
    expect(rows).toHaveLength(3 * 8 + 13);
    expectColumns(await csv(`pipeline_change.csv?${query}`), {
      group: rows.map(({ group }) => group),
      line: rows.map(({ line }) => line),
      reason: rows.map(({ reason }) => reason ?? null),
      count: rows.map(({ count }) => count),
      amount: rows.map(({ amount }) => amount),
      weighted_amount: rows.map((row) => row.weighted_amount),
    });
    const entries = ['added', 'repriced', 'won', 'lost', 'dropped'].flatMap((line) =>
      report.total[line].projects.map((one: Json) => ({ line, ...one })),
    );
    expect(entries).toHaveLength(11);
    const columns = {
      line: entries.map(({ line }) => line),
      reason: entries.map(({ reason }) => reason),
      project: entries.map(({ project }) => project.name),
      from_amount: entries.map((one) => one.from_amount),
      to_amount: entries.map((one) => one.to_amount),
      amount: entries.map(({ amount }) => amount),
      weighted_amount: entries.map((one) => one.weighted_amount),
    };
    expectColumns(await csv(`pipeline_change.csv?${query}&table=projects`), columns);
    const file = await workbook(`pipeline_change.xlsx?${query}`);
    expect(sheetNames(file)).toEqual(['groups', 'projects', 'About']);
    expect(readXlsx(file, 2).map(({ project }) => project)).toEqual(columns.project);
    expectColumns(await csv(`pipeline_change/projects.csv?${query}&line=dropped&reason=deleted`), {
      project: ['Garage'],
    });
    const { headers } = await service.first.get(`/reports/pipeline_change.csv?${query}`);
    expect(headers.get('content-disposition')).toBe('attachment; filename="pipeline_change-2026-03-29.csv"');
  });

  it('names bands of amounts by their bounds', async () => {
    expectColumns(await csv('pipeline.csv?group_by=amount_band&bands=950000,1200000'), {
      group: ['below 950000', '950000 to below 1200000', '1200000 and more', 'total'],
    });
  });

  it('names its file by the report and its day', async () => {
    const { headers } = await service.first.get('/reports/backlog/projects.csv');
    expect(headers.get('content-disposition')).toBe('attachment; filename="backlog-projects-2026-03-29.csv"');
  });
});

describe('a file of a past day', () => {
  it('has the report of that day', async () => {
    expectColumns(await csv('pipeline.csv?as_of=2026-03-22'), { count: [6], amount: [6_700_000] });
    expectColumns(await csv('attention.csv?as_of=2026-03-26&rule=bid_overdue'), { project: [] });
    const query = 'as_of=2026-03-22&line=committed';
    expectColumns(await csv(`backlog/projects.csv?${query}`), { project: ['Tower'], amount: [1_500_000] });
    const about = readXlsx(await workbook('bids_due.xlsx?as_of=2026-03-22'), 3);
    expect(about.find(({ name }) => name === 'As of')?.['value']).toBe('2026-03-23T04:59:59.999Z');
    const { headers } = await service.first.get('/reports/bids_due.csv?as_of=2026-03-22');
    expect(headers.get('content-disposition')).toContain('bids_due-2026-03-22.csv');
  });
});

describe('the workbook of a report', () => {
  it.each(Object.entries(names))('of %s has the tables of the CSV, and a worksheet about it', async (name, tables) => {
    const file = await workbook(`${name}.xlsx`);
    expect(sheetNames(file)).toEqual([...tables, 'About']);
    for (const [index, table] of tables.entries()) {
      const sheet = readXlsx(file, index + 1).map((row) =>
        Object.fromEntries(Object.entries(row).map(([key, cell]) => [key, text(cell)])),
      );
      expect(sheet).toEqual(await csv(`${name}.csv?table=${table}`));
    }
  });

  it('has amounts, ratios and a bold total', async () => {
    const pipeline = sheetXml(await workbook('pipeline.xlsx?group_by=division_id'), 1);
    expect(pipeline).toContain('s="4"><v>2900000.5</v>');
    expect(pipeline).toContain('s="1" t="inlineStr"><is><t xml:space="preserve">total</t>');
    expect(pipeline).toContain('s="1"><v>4</v>');
    expect(pipeline).toContain('s="6"><v>4250000.75</v>');
    const winLoss = sheetXml(await workbook('win_loss.xlsx?group_by=assigned_to_id'), 1);
    expect(winLoss).toContain('s="5"><v>1</v>');
    expect(winLoss).toContain('s="7"><v>0.6667</v>');
  });

  it('says which report it is, of what firm and when, with the filters in words', async () => {
    const division = (await service.first.get(`/divisions/${ten.divisions[0]}`)).body.division;
    const query = [
      `division_id=${division.id}`,
      'amount[gte]=900000',
      'company_id=null',
      'bid_due_date[lt]=today-7',
      'award_date[is_null]=true',
      'assigned_to_id[ne]=me',
      'group_by=amount_band&bands=1000000',
    ].join('&');
    const about = readXlsx(await workbook(`pipeline.xlsx?${query}`), 3);
    const account = (await service.first.get('/account')).body.account;
    expect(about.map(({ name, value }) => [name, value])).toEqual([
      ['Firm', account.name],
      ['Report', 'The pipeline'],
      ['As of', '2026-03-30T04:59:59.999Z'],
      ['Day', '2026-03-29'],
      ['Names as of', '2026-03-30T04:59:59.999Z'],
      ['Time zone', 'America/Chicago'],
      ['Currency', 'USD'],
      ['Fiscal year begins in', 'July'],
      ['Group by', 'amount_band'],
      ['Bands', '1000000'],
      ['Filter', `Division is ${division.name}`],
      ['Filter', 'Amount is at least 900000'],
      ['Filter', 'Client is empty'],
      ['Filter', 'Bid due date is less than today - 7'],
      ['Filter', 'Award date is empty'],
      ['Filter', 'Estimator is not me'],
    ]);
  });
});

describe('a file of a report', () => {
  it.each([
    ['pipeline.csv?table=bids&group_by=x', ['group_by not_allowed', 'table not_allowed']],
    ['pipeline.xlsx?table=goals', ['table not_allowed']],
    ['attention.csv?page=1&per_page=2', ['page unknown_parameter', 'per_page unknown_parameter']],
    ['backlog/projects.csv?table=projects', ['table unknown_parameter']],
    ['backlog.csv?group_by=loss_reason_id&start=x', ['group_by not_allowed', 'start invalid_format']],
    ['win_loss.xlsx?from=2026-02-02&to=2026-02-01', ['from out_of_range']],
  ])('is refused: %s', async (path, expected) => {
    const { status, body } = await service.first.get(`/reports/${path}`);
    expect(status).toBe(400);
    expect(body.errors.map(({ parameter, code }: Json) => `${parameter} ${code}`).sort()).toEqual(expected);
  });

  it('has the exact amounts that a JavaScript number cannot hold', async () => {
    const stage = ten.stages.get('Won');
    for (let place = 0; place < 30; place += 1) {
      await make(service.first, 'projects', {
        project_stage_id: stage,
        amount: 9_999_999_999_999.99,
        work_scope: 'renovation',
      });
    }
    const exact = '299999999999999.7';
    const { text: json } = await service.first.get('/reports/win_loss?work_scope=renovation');
    expect(json).toContain(`"amount":${exact}`);
    const [row] = await csv('win_loss.csv?work_scope=renovation');
    expect(row?.['won_amount']).toBe(exact);
    expect(sheetXml(await workbook('win_loss.xlsx?work_scope=renovation'), 1)).toContain(`<v>${exact}</v>`);
  });
});
