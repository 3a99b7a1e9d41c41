import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Json } from '../../support/service/client.ts';
import { type Fields, make, next } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

const path = (plural: string, q: string, more = ''): string => `/${plural}?q=${encodeURIComponent(q)}${more}`;

/** The ids that a search finds, in its order. */
async function found(plural: string, q: string): Promise<string[]> {
  const answer = await first.get(path(plural, q));
  expect(answer.status, answer.text).toBe(200);
  return answer.body[plural].map(({ id }: Json) => id);
}

/** A word that no other record has, nor one like it. */
const word = (): string => {
  const digits = createHash('sha256').update(`words ${next()}`).digest().subarray(0, 8);
  return `${[...digits].map((byte) => 'bcdfghklmnpqrstvwxyz'.charAt(byte % 20)).join('')}za`;
};

describe('the words of a search', () => {
  it.each([
    ['P-12', ['p', 'P-1', 'p-12', '12'], ['p12', '2', '-12']],
    ['smith@x.example.com', ['smith', 'smith@x', 'x.exam', 'example.com', 'com'], ['mit', 'x@smith', 'ple']],
    ['O’Brien', ["o'b", 'O’Brien', 'brien'], ['obr', 'rie']],
    ['(Wing), "East";', ['wing', '(wing)', '"east"', 'east;', 'wing,'], ['ing', '-wing']],
    ['Façade—North', ['facade', 'FAÇADE-n', 'north'], ['cad']],
    ['#12.5%', ['#12', '12.5', '12.5%', '5%'], ['#5', '2.5']],
  ])('find %s by what its words begin with, after a mark too', async (text, sought, missed) => {
    const name = word();
    const { id } = await make(first, 'projects', { name, project_number: text, description: `About ${text}.` });
    for (const one of sought) expect(await found('projects', `${one} ${name}`), one).toEqual([id]);
    for (const one of missed) expect(await found('projects', `${one} ${name}`), one).toEqual([]);
  });

  it('are compared by their first hundred characters', async () => {
    const name = `${word()}${'x'.repeat(100)}`;
    const { id } = await make(first, 'projects', { name: `${name}east`, description: '🏗'.repeat(300) });
    for (const q of [name.slice(0, 60), name, `${name}east`, `${name}west`, '🏗'.repeat(120)]) {
      expect(await found('projects', q), q).toEqual([id]);
    }
  });

  it('put first what has the words in its name or numbers, then in address or company, then in its description', async () => {
    const [one, other] = [word(), word()];
    const company = await make(first, 'companies', { name: `${one} Builders`, description: other });
    const made: string[] = [];
    const fields: Fields[] = [
      { project_number: `${one}-1`, name: other },
      { name: `${one} ${other}` },
      { name: 'Far', address: { city: one, street_address: other } },
      { name: other, company_id: company.id },
      { name: other, description: one },
      { name: `${one} ${other}`, description: `${one} ${other}` },
      { name: 'Long', description: `${other}, ${one}` },
    ];
    for (const some of fields) made.push((await make(first, 'projects', some)).id);
    const [number, both, far, owned, described, again, long] = made;
    expect(await found('projects', `${one} ${other}`)).toEqual([again, both, number, owned, far, long, described]);
    expect(await found('projects', one)).toEqual([again, both, number, owned, far, long, described]);
    expect(await found('projects', `${other} ${one.slice(0, 5)}`)).toEqual([
      ...[again, both, number, owned, far, long, described],
    ]);
    const { body } = await first.get(path('projects', `${one} ${other}`, '&per_page=2&page=3'));
    expect(body.projects.map(({ id }: Json) => id)).toEqual([far, long]);
  });
});
