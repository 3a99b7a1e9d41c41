import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Json } from '../../support/service/client.ts';
import { type Fields, make } from '../../support/data/make.ts';
import { foundBy, rareWord, searchPath } from '../../support/data/search.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

const found = (plural: string, q: string, more?: string) => foundBy(first, plural, q, more);

describe('the words of a search', () => {
  it.each([
    ['P-12', ['p', 'P-1', 'p-12', '12', 'p12'], ['2', '-12']],
    ['smith@x.example.com', ['smith', 'smith@x', 'x.exam', 'example.com', 'com'], ['mit', 'x@smith', 'ple']],
    ['O’Brien', ["o'b", 'O’Brien', 'brien', 'obr', 'o brien'], ['rie']],
    ['(Wing), "East";', ['wing', '(wing)', '"east"', 'east;', 'wing,'], ['ing', '-wing']],
    ['Façade—North', ['facade', 'FAÇADE-n', 'north'], ['cad']],
    ['#12.5%', ['#12', '12.5', '12.5%', '5%'], ['#5', '2.5']],
    ['„Turm“ »Haus« 「Dach」', ['turm', '„Turm“', 'haus', '«Haus»', '「dach」'], ['urm', 'aus']],
    ['O´Neil O`Hara', ["o'neil", 'neil', 'o’hara', 'onei'], ['eil']],
    ['ΦΩΣΤΗΡΑΣ', ['ΦΩΣ', 'φωσ', 'φωστηρας'], ['ωστ']],
    ['हिन्दी भवन', ['हिन्दी', 'भव'], ['वन']],
  ])('find %s by what its words begin with, after a mark too', async (text, sought, missed) => {
    const name = rareWord();
    const { id } = await make(first, 'projects', { name, project_number: text, description: `About ${text}.` });
    for (const one of sought) expect(await found('projects', `${one} ${name}`), one).toEqual([id]);
    for (const one of missed) expect(await found('projects', `${one} ${name}`), one).toEqual([]);
  });

  it.each([
    ['Vancouver East', ['vancouver-east', 'vancouver/east', 'vancouver-e'], ['east-vancouver-w', 'van-east']],
    ['Vancouver-East', ['vancouver east', 'vancouvereast', 'vancouver/east'], ['vancouver-w']],
    ['I-35', ['i35', 'i 35', 'I-35', 'i/35'], ['i53', 'j35']],
    ['I35', ['i-35', 'i35', 'i 35'], ['35', 'j 35']],
    ['I35E', ['i 35e', 'i 35 e', 'i-35e'], ['i 35 w']],
    ['U.S. 90', ['us90', 'us 90', 'us-90', 'u.s. 90', 'u s 90'], ['us 91']],
    ['J.E. Dunn', ['je dunn', 'j.e. dunn', 'j e dunn'], ['ej dunn']],
    ['JE Dunn', ['j.e. dunn', 'j e dunn'], []],
    ['OBrien', ["o'brien", 'o’brien', 'o brien'], []],
    ['St Marys', ["st. mary's", 'st mary’s'], []],
    ['AT&T', ['att', 'at+t', 'at and t'], []],
    ['10,000 SF', ['10000', '10,000'], []],
    ['26031', ['26 031', '26-031'], ['26 032']],
    ['A.C.M.E.', ['acme', 'a.c.m.e.'], []],
    ['12.5', ['12.5'], ['125']],
    ['I 35', ['i-35', 'i35'], ['i36']],
    ['Smith & Sons', ['smith and sons', 'smith-and-sons', 'smith&sons', 'sons & smith'], ['smith or sons']],
    ['Smith and Sons', ['smith & sons', 'smith&sons'], []],
    ['Smith&Sons', ['smith and sons', 'smith & sons', 'smithsons'], []],
    ['Smith - Jones', ['smith - jones', 'smith / jones', 'smith – jones', 'smith jones'], ['smith - brown']],
    ['26-031', ['26 - 031', '26 / 031'], ['26 - 032']],
    ['Phase II/III', ['phase ii / iii', 'phase | iii'], []],
    ['Co-op Pre-Con', ['coop', 'precon', 'co op', 'pre con'], []],
    ['Preconstruction', ['pre-construction', 'pre-'], []],
    ['26/031', ['26-031', '26031', '26 031'], ['27-031', '26-31']],
    ['Łódź Ørsted Straße Ægir Đorđe', ['lodz', 'ŁÓDŹ', 'orsted', 'strasse', 'aegir', 'dorde', 'Ørs'], ['odz']],
    ['Lodz Orsted Strasse', ['łódź', 'ørsted', 'straße'], []],
    ['Quiet\u200bYard', ['quietyard', 'quiet\u00adyard', '\ufeffquiety'], []],
  ])('find %j over hyphens, signs, strokes and characters that nobody sees', async (text, sought, missed) => {
    const name = rareWord();
    const { id } = await make(first, 'projects', { name, description: `About ${text}.` });
    for (const more of ['', '&deleted_at[is_null]=true']) {
      const ids = (one: string) => found('projects', `${one} ${name}`, more);
      for (const one of sought) expect(await ids(one), one).toEqual([id]);
      for (const one of missed) expect(await ids(one), one).toEqual([]);
    }
  });

  it('find a project by a spelling of the name of its company', async () => {
    const name = rareWord();
    const company = await make(first, 'companies', { name: `Smith-Jones ${name} & Sons` });
    const { id } = await make(first, 'projects', { name: 'Yard', company_id: company.id });
    expect(await found('projects', `${name} smithjones and sons`)).toEqual([id]);
    expect(await found('projects', `${name} smith/jones yard`)).toEqual([id]);
  });

  it.each<[plural: string, texts: readonly string[], owner: string]>([
    ['leads', ['name', 'external_id', 'description'], 'companies'],
    ['contacts', ['first_name', 'external_id'], 'companies'],
    ['tasks', ['title', 'notes'], 'projects'],
    ['task_lists', ['name'], 'projects'],
  ])('find %s by each of their texts and by the name of their owner', async (plural, texts, owner) => {
    const name = rareWord();
    const { id: ownerId } = await make(first, owner, { name });
    const fields = Object.fromEntries(texts.map((text) => [text, rareWord()]));
    const reference = owner === 'companies' ? 'company_id' : 'project_id';
    const { id } = await make(first, plural, { ...fields, [reference]: ownerId });
    const words = Object.values(fields);
    for (const one of [...words, name, [...words, name].join(' ')]) expect(await found(plural, one), one).toEqual([id]);
    expect(await found(plural, `${name} ${rareWord()}`)).toEqual([]);
  });

  it('may be in the record and in the name of its company, whatever the order and the number', async () => {
    const words = Array.from({ length: 5 }, rareWord);
    const company = await make(first, 'companies', { name: `${words[3] ?? ''} ${words[4] ?? ''}` });
    const own = words.slice(0, 3).join(' ');
    const { id } = await make(first, 'projects', { name: own, company_id: company.id });
    await make(first, 'projects', { name: 'Other', company_id: company.id });
    await make(first, 'projects', { name: own });
    // With a filter on deleted_at the service asks the index.
    for (const more of ['', '&deleted_at[is_null]=true'])
      for (const q of [words, words.toReversed(), words.slice(2), words.slice(2, 4)]) {
        const { body } = await first.get(searchPath('projects', q.join(' '), more));
        expect(
          body.projects.map((project: Json) => project.id),
          `${q.join(' ')} ${more}`,
        ).toEqual([id]);
      }
  });

  it('are found in similar spellings too if more than a hundred words begin with them', async () => {
    const name = rareWord();
    const many = Array.from(
      { length: 101 },
      (_, index) => `${name}${String.fromCharCode(97 + (index % 26), 97 + index / 26)}`,
    );
    const { id } = await make(first, 'projects', { name, description: many.join(' ') });
    const similar = await make(first, 'projects', { name: name.replace(/za$/, 'ze') });
    expect(await found('projects', name)).toEqual([id, similar.id]);
  });

  it('of one or two letters are found at the beginning of a word, after a mark too', async () => {
    const name = rareWord();
    const { id } = await make(first, 'projects', { name: `${name} Ko-jx (wq)`, project_number: 'ZZ-9' });
    for (const q of ['k', 'ko', 'jx', 'wq', 'zz', '9'])
      expect(await found('projects', `${q} ${name}`), q).toEqual([id]);
    expect(await found('projects', `x ${name}`)).toEqual([]);
  });

  it('of a record stay as they are when other fields change', async () => {
    const name = rareWord();
    const { id } = await make(first, 'projects', { name });
    const kept = async () =>
      await service.engine.query('select search::text as search from projects where id = $1', [id]);
    const before = await kept();
    await first.patch(`/projects/${id}`, { project: { amount: 5 } });
    expect(await kept()).toEqual(before);
    expect(await found('projects', name)).toEqual([id]);
  });

  it('are compared by their first hundred characters', async () => {
    const name = `${rareWord()}${'x'.repeat(100)}`;
    const { id } = await make(first, 'projects', { name: `${name}east`, description: '🏗'.repeat(300) });
    for (const q of [name.slice(0, 60), name, `${name}east`, `${name}west`, '🏗'.repeat(120)]) {
      expect(await found('projects', q), q).toEqual([id]);
    }
  });

  it('are the first thousand different ones of a text, those after marks too', async () => {
    const [name, last, beyond] = [rareWord(), rareWord(), rareWord()];
    const words = Array.from({ length: 499 }, (_, index) => `0-${index + 1000}`).join(' ');
    const { id } = await make(first, 'companies', { name, description: `${words} ${words} 0 ${last} ${beyond}` });
    for (const q of ['0-1498', '1498', last]) expect(await found('companies', `${q} ${name}`), q).toEqual([id]);
    expect(await found('companies', `${beyond} ${name}`)).toEqual([]);
  });

  it('put first what has the words in its name or numbers, then in address or company, then in its description', async () => {
    const [one, other] = [rareWord(), rareWord()];
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
    expect(await found('projects', `${one} ${other}`, '&per_page=2&page=3')).toEqual([far, long]);
  });
});
