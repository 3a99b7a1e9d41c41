import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client, Json } from '../../support/service/client.ts';
import { make } from '../../support/data/make.ts';
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
  /** The texts that a search reads: the short texts of the project and the name of its company, and its description. */
  readonly texts: readonly string[];
  readonly description: string;
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
    made.push({ id, texts: [fields.name, number, names[company] ?? ''], description });
  }
  return made.reverse();
}

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/**
 * Whether a project has a word: a part of a short text, the start of a word (1 or 2 letters), or a whole word of the
 * description.
 */
function has({ texts, description }: Made, sought: string): boolean {
  const beginnings = texts.flatMap((text) =>
    folded(text)
      .split(/[^\p{L}\p{N}]+|\s+/u)
      .concat(folded(text).split(' ')),
  );
  const inShort = /^[\p{Ll}\p{N}]{1,2}$/u.test(sought)
    ? beginnings.some((beginning) => beginning.startsWith(sought))
    : texts.some((text) =>
        folded(text)
          .split(' ')
          .some((one) => one.includes(sought)),
      );
  const whole = sought.match(/[\p{L}\p{N}]+/gu) ?? [];
  const long = new Set(folded(description).match(/[\p{L}\p{N}]+/gu) ?? []);
  return inShort || (whole.length > 0 && whole.every((one) => long.has(one)));
}

const asked = fc.array(fc.oneof(word, fc.constantFrom('ston', 'ridge', '7', 'ow', 'lodz', 'dach', 'e', '修')), {
  minLength: 1,
  maxLength: 5,
});

// The service checks so few rows one by one. With a filter on deleted_at it uses the indexes instead.
it.each(['', '&deleted_at[is_null]=true'])(
  'a search finds the records that have every word, newest first%s',
  async (more) => {
    await fc.assert(
      fc.asyncProperty(asked, async (sought) => {
        const q = encodeURIComponent(sought.join(' '));
        const { status, body, text } = await first.get(`/projects?q=${q}&per_page=500${more}`);
        expect(status, text).toBe(200);
        const expected = projects
          .filter((project) => sought.every((one) => has(project, folded(one))))
          .map(({ id }) => id);
        // Records with similar words follow.
        expect(body.projects.slice(0, expected.length).map(({ id }: Json) => id)).toEqual(expected);
      }),
      { numRuns: 150 },
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
    { numRuns: 100 },
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
