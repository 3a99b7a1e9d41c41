import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csv, done, drafted, imported, plain } from '../../support/data/importing.ts';
import { eventually, startDelivering } from '../../support/delivery/delivering.ts';
import type { Client, Json } from '../../support/service/client.ts';
import type { TestService } from '../../support/service/service.ts';

let service: TestService;
let client: Client;
beforeAll(async () => {
  service = await startDelivering();
  client = service.first;
});
afterAll(() => service.stop());

const head = ['project_number', 'name'];
const mapping = { upsert_by: ['project_number'], columns: plain(...head) };
const confirm = { confirm: ['other_names'] };

/** Rows of a log whose numbers begin with a letter, one for each name. */
const log = (letter: string, names: readonly string[]): string =>
  csv(head, ...names.map((name, at) => [`${letter}-${at}`, name]));

const namesOf = async (id: string): Promise<string[]> =>
  (await client.get(`/projects?import_id=${id}&sort=project_number`)).body.projects.map(({ name }: Json) => name);

describe('an import whose keys have begun anew', () => {
  it('stops before it writes anything, tells what to send, and runs once it is confirmed', async () => {
    const before = await imported(client, 'projects', log('A', ['Elm School', 'Oak Clinic']), mapping);
    const one = await drafted(client, 'projects', log('A', ['River Garage', 'Mill', 'Barn']), mapping);
    const messages = async () => (await client.get('/events?type=import.complete')).body.events?.length ?? 0;
    const sent = await messages();
    const stopped = await done(client, one.id, 'run');
    expect(stopped).toMatchObject({
      status: 'checked',
      counts: null,
      started_at: null,
      dry_run: { created: 1, updated: 2 },
      problem: expect.stringContaining('2 of the 2 records that the rows find by their project number'),
      summary: { confirm: ['other_names'], warnings: [{ code: 'other_name', count: 2 }] },
    });
    expect(stopped.problem).toContain('{"confirm": ["other_names"]}');
    expect(await namesOf(before.id)).toEqual(['Elm School', 'Oak Clinic']);
    expect(await messages()).toBe(sent);

    const checked = await done(client, one.id, 'check');
    expect(checked).toMatchObject({
      status: 'checked',
      problem: stopped.problem,
      summary: { confirm: ['other_names'] },
    });
    const wrong = await client.post(`/imports/${one.id}/run`, { confirm: ['everything'] });
    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ pointer: '/confirm/0' }] } });
    const ran = await done(client, one.id, 'run', confirm);
    expect(ran).toMatchObject({ status: 'complete', problem: null, counts: { updated: 2, created: 1 } });
    expect(await namesOf(before.id)).toEqual(['River Garage', 'Mill']);
    expect(await done(client, one.id, 'undo')).toMatchObject({ status: 'undone' });
    expect(await namesOf(before.id)).toEqual(['Elm School', 'Oak Clinic']);
  });

  it('tells no reason any more once it is cancelled', async () => {
    const names = Array.from({ length: 800 }, (_, index) => `Pier ${index}`);
    await imported(client, 'projects', log('D', names), mapping);
    const others = names.map((name) => name.replace('Pier', 'Dock'));
    const one = await drafted(client, 'projects', log('D', others), mapping);
    await client.post(`/imports/${one.id}/run`);
    await eventually(async () => {
      const { problem } = (await client.get(`/imports/${one.id}`)).body.import;
      expect(problem).toContain('800 of the 800 records');
    });
    expect(await client.post(`/imports/${one.id}/cancel`)).toMatchObject({
      status: 202,
      body: { import: { status: 'draft', problem: null, dry_run: null } },
    });
  });

  it('goes on if no more than a tenth of the records get other names', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `Hall ${index}`);
    await imported(client, 'projects', log('B', names), mapping);
    const renamed = await imported(client, 'projects', log('B', names.with(3, 'Hall of Fame')), mapping);
    expect(renamed).toMatchObject({
      status: 'complete',
      counts: { updated: 1, unchanged: 9 },
      summary: { confirm: [] },
    });
    const spelled = await imported(
      client,
      'projects',
      log(
        'B',
        names.map((name) => name.toUpperCase()),
      ),
      mapping,
    );
    expect(spelled).toMatchObject({ status: 'complete' });
  });

  it('looks at external ids and at the names of people, and not at records that rows name by their ids', async () => {
    const people = [
      ['external_id', 'first_name', 'last_name'],
      ['C-1', 'Dana', 'Fox'],
    ];
    const columns = plain('external_id', 'first_name', 'last_name');
    const byId = { upsert_by: ['external_id'], columns };
    const made = await imported(client, 'contacts', csv(...people), byId);
    const other = csv(people[0] ?? [], ['c-1', 'Eli', 'Ray']);
    expect(await imported(client, 'contacts', other, byId)).toMatchObject({ status: 'checked' });
    const { contacts } = (await client.get(`/contacts?import_id=${made.id}`)).body;
    expect(contacts).toMatchObject([{ name: 'Dana Fox' }]);
    const renaming = csv(['id', 'first_name', 'last_name'], [contacts[0].id, 'Eli', 'Ray']);
    const ran = await imported(client, 'contacts', renaming, {
      upsert_by: [],
      columns: plain('id', 'first_name', 'last_name'),
    });
    expect(ran).toMatchObject({ status: 'complete', counts: { updated: 1 } });
  });
});
