import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulk } from '../../support/data/bulk.ts';
import { readCsv, readXlsx } from '../../support/data/tables.ts';
import type { Client } from '../../support/service/client.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

/** The statements that read a page of a list, with the number of records that each asks for. */
const pagesOf = (plural: string): number[] =>
  service.statements.flatMap((text) => {
    const limit = text.includes(`from ${plural} t where`) ? /limit (\d+)/.exec(text)?.[1] : undefined;
    return limit === undefined ? [] : [Number(limit)];
  });

const download = async (path: string): Promise<Buffer> => {
  const answer = await fetch(first.address(path), { headers: { authorization: `Bearer ${service.tokens.first}` } });
  return Buffer.from(await answer.arrayBuffer());
};

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('an export of 3,000 records', () => {
  it('reads them in pages, each by a statement of its own, and has each once', async () => {
    await bulk(
      first,
      'companies',
      numbers(3000).map((index) => ({ name: `Company ${index}` })),
    );
    const expected = numbers(3000)
      .map((index) => `Company ${index}`)
      .sort();
    for (const format of ['csv', 'xlsx', 'ndjson']) {
      service.statements.length = 0;
      const file = await download(`/companies.${format}?name[starts_with]=Company`);
      expect(new Set(pagesOf('companies'))).toEqual(new Set([501]));
      expect(pagesOf('companies').length).toBeGreaterThanOrEqual(6);
      expect(service.statements.filter((text) => /^\s*begin/i.test(text))).toEqual([]);
      expect(namesIn(file, format).sort()).toEqual(expected);
    }
  });

  const namesIn = (file: Buffer, format: string): string[] => {
    if (format === 'csv') return readCsv(file.toString('utf8')).map(({ name }) => String(name));
    if (format === 'xlsx') return readXlsx(file).map(({ name }) => String(name));
    return [...file.toString('utf8').matchAll(/,"name":"(Company [^"]*)"/g)].map(([, name = '']) => name);
  };

  it('ends at the thousandth with a search, as the search does', async () => {
    const rows = readCsv((await download('/companies.csv?q=company')).toString('utf8'));
    expect(rows).toHaveLength(1000);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1000);
  });
});

describe('an export of long records', () => {
  const count = 600;
  const description = 'concrete '.repeat(7000);
  beforeAll(async () => {
    const rows = numbers(200).map((index) => ({ name: `Long ${index}`, description }));
    for (let made = 0; made < count; made += 200) await bulk(first, 'projects', rows);
  });

  it('reads smaller pages, and has every record whole', async () => {
    service.statements.length = 0;
    const file = await download('/projects.ndjson?fields=id,description&name[starts_with]=Long');
    const lines = file.toString('utf8').trimEnd().split('\n');
    expect(new Set(lines.map((line) => JSON.parse(line).id)).size).toBe(count);
    expect(lines.every((line) => JSON.parse(line).description === description)).toBe(true);
    expect(Math.min(...pagesOf('projects'))).toBeLessThan(501);
  });

  it('ends its reading when the client has left', async () => {
    const path = '/projects.ndjson?fields=id,description&name[starts_with]=Long';
    service.statements.length = 0;
    await download(path);
    const ofAll = pagesOf('projects').length;
    service.statements.length = 0;
    service.logged.length = 0;
    await new Promise<void>((resolve) => {
      const headers = { authorization: `Bearer ${service.tokens.first}` };
      request(first.address(path), { headers }, (answer) => {
        answer.destroy();
        resolve();
      }).end();
    });
    await expect.poll(() => service.logged.some((line) => line.includes('/projects.ndjson'))).toBe(true);
    await first.get('/users/me');
    const read = pagesOf('projects').length;
    for (const page of numbers(20)) await first.get(`/projects?per_page=1&page=${page + 1}&fields=id`);
    expect(pagesOf('projects').length - 20).toBe(read);
    expect(read).toBeLessThan(ofAll);
  });
});
