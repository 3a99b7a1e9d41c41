import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Json } from '../../support/service/client.ts';
import { follow, linksOf } from '../../support/data/links.ts';
import { make } from '../../support/data/make.ts';
import { foundBy, rareWord, searchPath } from '../../support/data/search.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
let second: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first, second } = service);
});
afterAll(() => service.stop());

const found = (plural: string, q: string, client = first) => foundBy(client, plural, q);

const address = { street_address: '12 Elm Row', street_address2: 'Suite 5', city: 'Tulsa', state: 'OK', zip: '74101' };

describe('a search', () => {
  it.each([
    ['projects', { name: 'Oakdale Clinic', project_number: 'N-77-B', external_id: 'Crm/991', address }],
    ['companies', { name: 'Oakdale Clinic', external_id: 'Crm/991', address }],
    [
      'contacts',
      { first_name: 'Oakdale', last_name: 'Clinic', email: 'o.clinic@Mail.example', external_id: 'Crm/991' },
    ],
  ])('of %s finds a word in each of its texts', async (plural, fields) => {
    const { id } = await make(first, plural, fields);
    const { address: places = {}, ...texts } = fields as { address?: object };
    const words = [...Object.values(texts), ...Object.values(places)].flatMap((text) => text.split(' '));
    for (const one of words) expect(await found(plural, one), one).toContain(id);
    expect(await found(plural, words.slice(0, 10).join(' '))).toEqual([id]);
    expect(await found(plural, `${words[0] ?? ''} ${rareWord()}`)).toEqual([]);
    const begun = words.filter(({ length }) => length > 5).map((text) => text.slice(0, -1));
    for (const one of begun) expect(await found(plural, one), one).toContain(id);
  });

  it('takes letters for the same whatever their case and accents', async () => {
    const made = await make(first, 'projects', { name: 'ÉCOLE São Łódź Straße' });
    for (const q of ['ecole', 'École', 'SAO', 'são', 'łódź', 'STRAße', 'e\u0301cole']) {
      expect(await found('projects', q), q).toContain(made.id);
    }
  });

  it('finds projects and contacts by their company’s name, and by several words of both', async () => {
    const name = rareWord();
    const company = await make(first, 'companies', { name: `${name} Builders`, address });
    const contact = await make(first, 'contacts', { first_name: 'Ada', company_id: company.id });
    const project = await make(first, 'projects', { name: 'Harbor Tower', company_id: company.id });
    expect(await found('contacts', `ada ${name}`)).toEqual([contact.id]);
    expect(await found('projects', `${name} tower`)).toEqual([project.id]);
    expect(await found('projects', `${name} tulsa`)).toEqual([]);
  });

  it('knows a company by its new name at once, and by its old one no longer', async () => {
    const [old, renamed] = [rareWord(), `${rareWord()} zz`];
    const company = await make(first, 'companies', { name: old });
    const project = await make(first, 'projects', { company_id: company.id });
    expect(await found('projects', old)).toEqual([project.id]);
    await first.patch(`/companies/${company.id}`, { company: { name: renamed } });
    expect(await found('projects', renamed)).toEqual([project.id]);
    expect(await found('companies', renamed)).toEqual([company.id]);
    expect([await found('projects', old), await found('companies', old)]).toEqual([[], []]);
  });

  it('follows a change of a record’s own words', async () => {
    const [old, changed] = [rareWord(), rareWord()];
    const { id } = await make(first, 'projects', { name: old, description: `about ${old}` });
    await first.patch(`/projects/${id}`, { project: { name: changed } });
    expect([await found('projects', old), await found('projects', changed)]).toEqual([[id], [id]]);
    await first.patch(`/projects/${id}`, { project: { description: null } });
    expect([await found('projects', old), await found('projects', changed)]).toEqual([[], [id]]);
  });

  it('finds no deleted record, and a restored one again', async () => {
    const name = rareWord();
    const { id } = await make(first, 'projects', { name });
    await first.delete(`/projects/${id}`);
    expect(await found('projects', name)).toEqual([]);
    await first.post(`/projects/${id}/restore`);
    expect(await found('projects', name)).toEqual([id]);
  });

  it('never finds another firm’s records, nor their spellings', async () => {
    const name = rareWord();
    const company = await make(second, 'companies', { name });
    const project = await make(second, 'projects', { name: 'Own', company_id: company.id });
    expect([await found('projects', name), await found('companies', name)]).toEqual([[], []]);
    expect(await found('companies', name.replace('za', 'ze'))).toEqual([]);
    expect(await found('projects', name, second)).toEqual([project.id]);
  });

  it('finds the words of a description by their beginning', async () => {
    const name = rareWord();
    const { id } = await make(first, 'projects', { description: `Steel-frame, (${name}).\n\tFaçade: 3M` });
    for (const q of [name, `ste ${name}`, `STEEL-FRAME ${name}`, `fram 3m ${name}`, `(${name})`, name.slice(0, -1)]) {
      expect(await found('projects', q), q).toEqual([id]);
    }
    // Three letters are too few for a similar spelling.
    for (const q of [name.slice(-3), `eel ${name}`]) expect(await found('projects', q), q).toEqual([]);
  });

  it.each(['%', '_', '100%', 'a_b', '\\', `'`, `"`, `O'Neil`, '🏗', '大学', "';--", '{a,b}', '$1'])(
    'takes %s as it is written',
    async (text) => {
      const name = rareWord();
      const { id } = await make(first, 'companies', { name: `${name} x${text}y ${text}` });
      await make(first, 'companies', { name: `${name} plain a1b 100` });
      expect(await found('companies', `${text} ${name}`)).toEqual([id]);
    },
  );

  it('finds what is written after white space of any kind, once for a word said twice', async () => {
    const name = rareWord();
    const { id } = await make(first, 'projects', { name: `${name}\u3000East\tWing\nTwo` });
    expect(await found('projects', ` wing  ${name}\teast ${name} two\u3000`)).toEqual([id]);
    expect(await found('projects', 'east wing two')).toContain(id);
  });
});

describe('similar spellings', () => {
  it('come after what has the words, newest first in both, and only where those do not fill the page', async () => {
    const names = ['Brimhollow West', 'Brimholow', 'Brimhollow', 'Brimholow East'];
    const made: string[] = [];
    for (const name of names) {
      service.clock.advance(1000);
      made.push((await make(first, 'projects', { name })).id);
    }
    const [west, wrong, plain, wrongEast] = made;
    expect(await found('projects', 'brimholow')).toEqual([wrongEast, wrong, plain, west]);
    const page = (perPage: number) => first.get(searchPath('projects', 'brimholow', `&per_page=${perPage}`));
    expect((await page(2)).body.projects.map(({ id }: Json) => id)).toEqual([wrongEast, wrong]);
    const pages = await follow(first, { path: searchPath('projects', 'brimholow', '&per_page=3') });
    expect(pages.map((rows) => rows.map(({ id }) => id))).toEqual([[wrongEast, wrong, plain], [west]]);
  });

  it('are found in a company’s name, and beside words that are right', async () => {
    const company = await make(first, 'companies', { name: 'Quillmarch Masonry' });
    const project = await make(first, 'projects', { name: 'Vellum Library', company_id: company.id });
    await make(first, 'projects', { name: 'Vellum Garage' });
    for (const q of ['quilmarch', 'quillmrach vellum', 'quilmarch velum', 'vellum quillmarsh library']) {
      expect(await found('projects', q), q).toEqual([project.id]);
    }
    expect(await found('projects', 'quilmarch garage')).toEqual([]);
  });

  it('are not guessed for numbers and codes', async () => {
    await make(first, 'projects', { name: 'Job', project_number: '20260017', external_id: 'ABCD-EFGH1' });
    expect([await found('projects', '20260018'), await found('projects', 'abcd-efgh2')]).toEqual([[], []]);
  });
});

describe('the pages of a search', () => {
  it('have numbers and show each record once, literal ones before similar ones', async () => {
    const name = `${rareWord()}stonebridge`;
    const literal: string[] = [];
    for (let count = 0; count < 5; count += 1) literal.push((await make(first, 'companies', { name })).id);
    const similar: string[] = [];
    const misspelt = name.replace('stone', 'stome');
    for (let count = 0; count < 5; count += 1) similar.push((await make(first, 'companies', { name: misspelt })).id);
    const expected = [...literal.reverse(), ...similar.reverse()];
    const pages = await follow(first, { path: searchPath('companies', name, '&per_page=3') });
    expect(pages.map(({ length }) => length)).toEqual([3, 3, 3, 1]);
    expect(pages.flat().map(({ id }) => id)).toEqual(expected);
    const back = await follow(first, { path: searchPath('companies', name, '&per_page=3&page=4'), relation: 'prev' });
    expect(
      back
        .reverse()
        .flat()
        .map(({ id }) => id),
    ).toEqual(expected);
    const links = async (more: string) => Object.keys(linksOf(await first.get(searchPath('companies', name, more))));
    expect(await links('&per_page=10')).toEqual([]);
    expect(await links('&per_page=4&page=2')).toEqual(['first', 'prev', 'next']);
    expect((await first.get(searchPath('companies', name, '&page=2'))).body).toEqual({ companies: [] });
  });

  /** Stores companies that have a word in a text of a weight, all at one time. */
  async function storeCompanies(name: string, { count, at, weight }: { count: number; at: string; weight: 'A' | 'D' }) {
    await service.engine.query(
      `insert into companies (account_id, created_at, updated_at, name, search)
      select $1::bigint, $2::timestamptz, $2::timestamptz, $3, format('''%s:%s'':1%s', $1::bigint, $3::text, $4::text)::tsvector
      from generate_series(1, $5::integer)`,
      [service.accounts.first, at, name, weight, count],
    );
    await service.engine.query(
      `insert into search_terms (account_id, resource, term) values ($1::bigint, 'companies', $2)`,
      [service.accounts.first, name],
    );
  }

  it('reach a thousand records and no further', async () => {
    await storeCompanies('thousandfold', { count: 1001, at: '2026-01-01T00:00:00Z', weight: 'A' });
    const q = searchPath('companies', 'thousandfold');
    const pages = await follow(first, { path: `${q}&per_page=300` });
    expect(pages.map(({ length }) => length)).toEqual([300, 300, 300, 100]);
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(1000);
    expect(linksOf(await first.get(`${q}&per_page=500&page=2`))['next']).toBeUndefined();
    const { status, body } = await first.get(`${q}&per_page=500&page=3`);
    expect([status, body.errors[0].parameter, body.errors[0].code]).toEqual([400, 'page', 'out_of_range']);
  });

  it('rank the newest thousand records alone', async () => {
    await storeCompanies('manifold', { count: 1, at: '2026-01-01T00:00:00Z', weight: 'A' });
    await storeCompanies('manifold', { count: 999, at: '2026-01-03T00:00:00Z', weight: 'D' });
    const newest = async (): Promise<string> =>
      (await first.get(searchPath('companies', 'manifold', '&per_page=1'))).body.companies[0].created_at;
    expect(await newest()).toBe('2026-01-01T00:00:00Z');
    await storeCompanies('manifold', { count: 1, at: '2026-01-02T00:00:00Z', weight: 'D' });
    expect(await newest()).toBe('2026-01-03T00:00:00Z');
  });

  it.each([
    ['one statement beside the credential’s', ['🏗', 'xy', '99-99'], 1],
    ['one more where similar spellings may fill the page', ['anything', 'two words'], 2],
  ])('take %s', async (_, searches, statements) => {
    for (const q of searches) {
      service.statements.length = 0;
      await found('projects', q);
      expect(service.statements).toHaveLength(1 + statements);
      for (const text of service.statements.slice(1)) expect(text).toMatch(/account_id/);
    }
  });

  it('that are full take no statement for similar spellings', async () => {
    const name = rareWord();
    for (let count = 0; count < 2; count += 1) await make(first, 'companies', { name });
    service.statements.length = 0;
    await first.get(searchPath('companies', name, '&per_page=1'));
    // Beside the credential's one for the page, and one for what is new on it.
    expect(service.statements).toHaveLength(3);
  });
});
