import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulk } from '../support/data/bulk.ts';
import { csv, done, drafted, imported, plain } from '../support/data/importing.ts';
import { make, next } from '../support/data/make.ts';
import { startDelivering } from '../support/delivery/delivering.ts';
import { runsOf } from '../support/endurance.ts';
import type { Client, Json, Reply } from '../support/service/client.ts';
import type { TestService } from '../support/service/service.ts';
import { together, wholeTrail } from './trail.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await startDelivering();
  ({ first } = service);
});
afterAll(() => service.stop());

/** Sets a pattern that counts from 1, and returns its beginning. */
async function newSeries(): Promise<string> {
  const before = `R${next()}-`;
  const { status } = await first.patch('/account', { account: { project_number_pattern: `${before}{####}` } });
  expect(status).toBe(200);
  return before;
}

const consecutive = (before: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${before}${String(index + 1).padStart(4, '0')}`);

const create = (fields: object = {}): Promise<Reply> =>
  first.post('/projects', { project: { name: `Job ${next()}`, ...fields } });

/** Every number of a series that a project has, sorted. */
async function numbersOf(before: string): Promise<string[]> {
  const found: string[] = [];
  for (let page = 1; ; page += 1) {
    const query = `project_number[starts_with]=${before}&fields=project_number&per_page=500&page=${page}`;
    const { projects } = (await first.get(`/projects?${query}`)).body;
    found.push(...(projects as Json[]).map(({ project_number: number }): string => number));
    if (projects.length < 500) return found.sort();
  }
}

describe('projects that are created at the same time', { timeout: 300_000 }, () => {
  it('get consecutive numbers, each another one', async () => {
    for (let round = 0; round < runsOf(2, 20); round += 1) {
      const before = await newSeries();
      const replies = await together(50, () => create());
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
      const numbers = replies.map(({ body }): string => body.project.project_number);
      expect(numbers.sort()).toEqual(consecutive(before, 50));
      for (const { body } of replies.slice(0, 5)) await wholeTrail(first, 'projects', body.project.id);
    }
  });

  it('share no number with rows in bulk, converted leads, an import and typed numbers', async () => {
    for (let round = 0; round < runsOf(1, 10); round += 1) {
      const before = await newSeries();
      const typed = ['0005', '0011', '0100'].map((number) => `${before}${number}`);
      for (const number of typed) expect((await create({ project_number: number })).status).toBe(201);
      const leads = await together(5, () => make(first, 'leads'));
      const names = Array.from({ length: 120 }, () => [`Mill ${next()}`, 'Two wings']);
      const keys = Array.from({ length: 4 }, () => `retry ${next()}`);
      const [made, bulked, converted, one, retried] = await Promise.all([
        together(30, (caller) => create(caller % 7 === 0 ? { project_stage_id: '987654321' } : {})),
        together(2, () =>
          bulk(
            first,
            'projects',
            names.map(([name]) => ({ name })),
          ),
        ),
        Promise.all(leads.map(({ id }: Json) => first.post(`/leads/${id}/convert`))),
        imported(first, 'projects', csv(['name', 'description'], ...names), { columns: plain('name', 'description') }),
        Promise.all(
          keys.flatMap((key) =>
            [1, 2, 3].map(() => first.post('/projects', { project: { name: key } }, { 'idempotency-key': key })),
          ),
        ),
      ]);
      expect(made.filter(({ status }) => status === 201)).toHaveLength(25);
      expect(bulked.flat().filter(({ result }) => result === 'created')).toHaveLength(240);
      expect(converted.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
      expect(one.counts.created).toBe(120);
      const once = new Set(
        retried.flatMap(({ status, body }) => (status === 201 ? [body.project.project_number] : [])),
      );
      expect(once.size).toBe(keys.length);
      const numbers = await numbersOf(before);
      expect(numbers).toHaveLength(25 + 240 + 5 + 120 + keys.length + typed.length);
      expect(new Set(numbers).size).toBe(numbers.length);
    }
  });

  it('get numbers of the pattern that is set while they are created', async () => {
    const [old, later] = [await newSeries(), `R${next()}-`];
    const [replies] = await Promise.all([
      together(40, () => create()),
      first.patch('/account', { account: { project_number_pattern: `${later}{####}` } }),
    ]);
    const numbers = replies.map(({ body }): string => body.project.project_number).sort();
    const ofOld = numbers.filter((number) => number.startsWith(old));
    expect(numbers).toEqual([...consecutive(old, ofOld.length), ...consecutive(later, 40 - ofOld.length)].sort());
  });
});

describe('an import whose projects were numbered', { timeout: 120_000 }, () => {
  it('is undone, and its numbers are not given again', async () => {
    const before = await newSeries();
    const columns = plain('name', 'project_number');
    const file = csv(['name', 'project_number'], ['One', ''], ['Own', `${before}0009`], ['Two', '']);
    const one = await drafted(first, 'projects', file, { columns });
    const warnings = [{ field: 'project_number', code: 'number_given', count: 2, rows: [1, 3] }];
    expect(await done(first, one.id, 'check')).toMatchObject({ summary: { warnings } });
    expect(await numbersOf(before)).toEqual([]);
    expect(await done(first, one.id, 'run')).toMatchObject({ counts: { created: 3 }, summary: { warnings } });
    expect(await numbersOf(before)).toEqual([...consecutive(before, 2), `${before}0009`]);
    expect(await first.post(`/imports/${one.id}/undo`)).toMatchObject({ status: 202 });
    await expect.poll(() => numbersOf(before)).toEqual([]);
    expect((await create()).body.project.project_number).toBe(`${before}0003`);
  });
});
