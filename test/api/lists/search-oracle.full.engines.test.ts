import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client, Json } from '../../support/service/client.ts';
import { make } from '../../support/data/make.ts';
import { runsOf } from '../../support/endurance.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
let projects: readonly Made[];
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
  projects = await manyProjects();
});
afterAll(() => service.stop());

interface Made {
  readonly id: string;
  /** The texts of each rank, from A: name and number, the company's name, the description. */
  readonly ranks: readonly (readonly string[])[];
}

/** A few words, so that many records have several of them. Some words are parts of others. */
const vocabulary = [
  'stone',
  'stonebridge',
  'bridge',
  'elm',
  'p-77',
  'n/12',
  '77',
  'row',
  'łódź',
  'über-dach',
  '改修',
  'x',
];
const word = fc.constantFrom(...vocabulary);
const words = (most: number) => fc.array(word, { maxLength: most }).map((some) => some.join(' '));

const drawn = fc.record({
  name: words(2),
  number: word,
  description: words(3),
  company: fc.integer({ min: 0, max: 19 }),
});

async function manyProjects(): Promise<Made[]> {
  const names = fc.sample(words(2), { numRuns: 20, seed: 7 }).map((name, index) => `${name} ${index} Builders`.trim());
  const companies: Json[] = [];
  for (const name of names) companies.push(await make(first, 'companies', { name }));
  const made: Made[] = [];
  for (const { name, number, description, company } of fc.sample(drawn, { numRuns: 240, seed: 11 })) {
    const fields = {
      name: `${name} job`.trim(),
      project_number: number,
      description,
      company_id: companies[company].id,
    };
    const { id } = await make(first, 'projects', fields);
    made.push({ id, ranks: [[fields.name, number], [names[company] ?? ''], [description]] });
  }
  return made.reverse();
}

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** Whether a word of a text begins so: what white space separates, and each rest of that after a mark. */
const begins = (text: string, sought: string): boolean =>
  folded(text)
    .split(' ')
    .some((one) => [...one].some((_, at) => isStart(one, at) && one.slice(at).startsWith(sought)));

const isStart = (one: string, at: number): boolean =>
  at === 0 || (/[^\p{L}\p{N}]/u.test(one.charAt(at - 1)) && /[\p{L}\p{N}]/u.test(one.charAt(at)));

/** The forms of a word: with the one or two words before it, it may be one word. */
const formsOf = (sought: readonly string[], at: number): string[] =>
  [0, 1, 2].filter((before) => before <= at).map((before) => sought.slice(at - before, at + 1).join(''));

/** The rank of a project that has every word: that of the word whose best rank is worst; -1 if it lacks a word. */
function rankOf({ ranks }: Made, sought: readonly string[]): number {
  const best = sought.map((_, at) =>
    ranks.findIndex((texts) => texts.some((text) => formsOf(sought, at).some((form) => begins(text, form)))),
  );
  return best.includes(-1) ? -1 : Math.max(...best);
}

const asked = fc.array(fc.oneof(word, fc.constantFrom('ston', 'ridge', '7', 'ow', 'lodz', 'dach', 'e', '修')), {
  minLength: 1,
  maxLength: 5,
});

// The service checks so few rows one by one. With a filter on deleted_at it uses the indexes instead.
it.each(['', '&deleted_at[is_null]=true'])(
  'a search finds the records that have every word, by their rank, newest first in each%s',
  async (more) => {
    await fc.assert(
      fc.asyncProperty(asked, async (sought) => {
        const q = encodeURIComponent(sought.join(' '));
        const { status, body, text } = await first.get(`/projects?q=${q}&per_page=500${more}`);
        expect(status, text).toBe(200);
        const words = [...new Set(sought.map(folded))];
        const expected = [0, 1, 2]
          .flatMap((rank) => projects.filter((project) => rankOf(project, words) === rank))
          .map(({ id }) => id);
        // Records with similar words follow.
        expect(body.projects.slice(0, expected.length).map(({ id }: Json) => id)).toEqual(expected);
      }),
      { numRuns: runsOf(50, 150) },
    );
  },
);

it('an index search finds the same records as a scan, including those with similar words', async () => {
  const misspelt = fc.constantFrom('stonbridge', 'brigde', 'stnoe', 'builders', 'buildres');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(misspelt, word), { minLength: 1, maxLength: 3 }), async (sought) => {
      const path = `/projects?q=${encodeURIComponent(sought.join(' '))}&per_page=500`;
      const ids = async (more: string) => (await first.get(path + more)).body.projects.map(({ id }: Json) => id);
      expect(await ids('&deleted_at[is_null]=true')).toEqual(await ids(''));
    }),
    { numRuns: runsOf(40, 100) },
  );
});

it('a search finds records from decades before the newest ones', async () => {
  const { id: old } = await make(first, 'projects', { name: 'Quarry heirloom' });
  service.clock.advance(40 * 365 * 86_400_000);
  const { id: late } = await make(first, 'projects', { name: 'Quarry' });
  for (let count = 0; count < 100; count += 1) await make(first, 'projects', { name: `Filler ${count}` });
  const { status, body, text } = await first.get('/projects?q=quarry&per_page=500');
  expect(status, text).toBe(200);
  expect(body.projects.map(({ id }: Json) => id)).toEqual([late, old]);
});

it('a search finds the newest of a few matches among thousands of records, on every page and from any month', async () => {
  const { second } = service;
  const rare: string[] = [];
  for (let month = 0; month < 30; month += 1) {
    service.clock.advance(30 * 86_400_000);
    const rows = Array.from({ length: 100 }, (_, at) => ({
      name: `Job ${month} ${at}${at % 50 === 7 ? ' harborside' : ''}`,
    }));
    const { body } = await second.post('/projects/bulk', { projects: rows });
    rare.push(...body.results.flatMap(({ id }: Json, at: number) => (at % 50 === 7 ? [id] : [])));
  }
  const ids = async (query: string) =>
    (await second.get(`/projects?q=harbor${query}`)).body.projects.map(({ id }: Json) => id);
  const expected = rare.reverse();
  expect(expected).toHaveLength(60);
  expect(await ids('&per_page=10')).toEqual(expected.slice(0, 10));
  expect(await ids('&per_page=10&page=3')).toEqual(expected.slice(20, 30));
  expect(await ids('&per_page=100')).toEqual(expected);
  expect(await ids('&per_page=10&deleted_at[is_null]=true')).toEqual(expected.slice(0, 10));
});

it('a search finds a part of hundreds of different words, alone and with other words', async () => {
  const { second } = service;
  const rows = Array.from({ length: 700 }, (_, at) => ({ name: `Lot zq${at}x${at % 70 === 0 ? ' ferncliff' : ''}` }));
  const { body } = await second.post('/projects/bulk', { projects: rows });
  const made: string[] = body.results.map(({ id }: Json) => id).reverse();
  for (let count = 0; count < 3; count += 1) {
    await second.post('/projects/bulk', { projects: Array.from({ length: 100 }, () => ({ name: 'Newer' })) });
  }
  const fern = made.filter((_, at) => (699 - at) % 70 === 0);
  for (const more of ['', '&deleted_at[is_null]=true']) {
    const ids = async (q: string) =>
      (await second.get(`/projects?q=${q}&per_page=500${more}`)).body.projects.map(({ id }: Json) => id);
    expect(await ids('zq')).toEqual(made.slice(0, 500));
    expect(await ids('zq+ferncliff')).toEqual(fern);
    expect(await ids('zq+lot')).toEqual(made.slice(0, 500));
  }
});

it('the pages of a common word have the same order, whether the newest records or the index fill them', async () => {
  const { second } = service;
  const rows = Array.from({ length: 900 }, (_, at) => ({
    ...{ name: at % 7 === 0 ? 'Gristmill' : 'Plain', description: at % 3 === 0 ? 'By the gristmill' : null },
  }));
  const { body } = await second.post('/projects/bulk', { projects: rows });
  const made: string[] = body.results.map(({ id }: Json) => id);
  const inRank = (rank: (at: number) => boolean) => made.filter((_, at) => rank(at)).reverse();
  const expected = [...inRank((at) => at % 7 === 0), ...inRank((at) => at % 7 !== 0 && at % 3 === 0)];
  for (const more of ['', '&deleted_at[is_null]=true']) {
    const pages: string[] = [];
    for (let page = 1; page <= 13; page += 1) {
      const answer = await second.get(`/projects?q=gristmill&per_page=30&page=${page}${more}`);
      pages.push(...answer.body.projects.map(({ id }: Json) => id));
    }
    expect(pages).toEqual(expected.slice(0, 390));
  }
  const { body: filtered } = await second.get('/projects?q=gristmill&per_page=500&description[is_null]=true');
  expect(filtered.projects.map(({ id }: Json) => id)).toEqual(inRank((at) => at % 7 === 0 && at % 3 !== 0));
});

it('a search finds projects by a word in the names of very many companies, alone and beside others', async () => {
  const { second } = service;
  const names = Array.from({ length: 350 }, (_, at) => ({ name: `Wexcraft ${at}` }));
  const { body: companies } = await second.post('/companies/bulk', { companies: names });
  const owners: string[] = companies.results.map(({ id }: Json) => id);
  const rows = owners.map((companyId, at) => ({ name: at % 50 === 0 ? 'Tollhouse' : 'Mill', company_id: companyId }));
  const { body } = await second.post('/projects/bulk', { projects: rows });
  const made: string[] = body.results.map(({ id }: Json) => id);
  for (let count = 0; count < 3; count += 1) {
    await second.post('/projects/bulk', { projects: Array.from({ length: 100 }, () => ({ name: 'Newer' })) });
  }
  const { id: own } = await make(second, 'projects', { name: 'Wexcraft annex' });
  const tolls = made.filter((_, at) => at % 50 === 0).reverse();
  for (const more of ['', '&deleted_at[is_null]=true']) {
    const ids = async (q: string) =>
      (await second.get(`/projects?q=${q}&per_page=500${more}`)).body.projects.map(({ id }: Json) => id);
    expect(await ids('wexcraft')).toEqual([own, ...made.toReversed()]);
    expect(await ids('wexcraft+tollhouse')).toEqual(tolls);
    expect(await ids('wexcraft+annex')).toEqual([own]);
    expect(await ids('wexcarft+tollhuose')).toEqual(tolls);
    expect(await ids('wexcraft+wexc+w')).toEqual([own, ...made.toReversed()]);
  }
});
