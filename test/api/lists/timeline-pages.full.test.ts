import { afterAll, beforeAll, expect, it } from 'vitest';
import { bulk } from '../../support/data/bulk.ts';
import { follow } from '../../support/data/links.ts';
import { make } from '../../support/data/make.ts';
import { timelineTold } from '../../support/data/timeline-oracle.ts';
import type { Client, Json } from '../../support/service/client.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

/** A company with five thousand entries, many hundreds of them at each of a few instants. */
async function busyCompany(): Promise<{ id: string; projects: string[]; contacts: string[]; instants: string[] }> {
  const company_id = (await make(first, 'companies')).id;
  const rows = (count: number, row: (index: number) => Json): Json[] =>
    Array.from({ length: count }, (_, at) => row(at));
  const idsOf = async (plural: string, made: Json[]) => (await bulk(first, plural, made)).map(({ id }) => id as string);
  const projects = await idsOf(
    'projects',
    rows(40, (at) => ({ name: `Project ${at}`, company_id })),
  );
  const contacts = await idsOf(
    'contacts',
    rows(20, (at) => ({ first_name: `Contact ${at}`, company_id })),
  );
  const now = service.clock.now().getTime();
  const instants = [0, 1, 2, 50].map((days) => new Date(now - days * 86_400_000).toISOString());
  const instant = (at: number): string | undefined => instants[at % instants.length];
  await idsOf(
    'notes',
    rows(2000, (at) => ({
      ...{ text: `Note ${at}`, kind: ['note', 'meeting', 'email'][at % 3], happened_at: instant(at) },
      ...(at % 2 ? { project_id: projects[at % 40] } : { contact_ids: [contacts[at % 20], contacts[(at + 1) % 20]] }),
    })),
  );
  const call = (at: number) => ({ notes: `Call ${at}`, contact_id: contacts[at % 20], recorded_at: instant(at) });
  await idsOf('calls', rows(1500, call));
  const task = (at: number) => ({ title: `Task ${at}`, project_id: projects[at % 40], completed_at: instant(at) });
  await idsOf('tasks', rows(1500, task));
  return { id: company_id, projects, contacts, instants };
}

// The embedded engine takes its time to make the records.
const patience = 240_000;

it(
  'a timeline of 5,000 entries shows each that existed throughout once, while another client writes',
  async () => {
    const { id, projects, contacts, instants } = await busyCompany();
    const before = await timelineTold(first, 'companies', id);
    expect(before.length).toBe(5000);
    const written = new Set<string>();
    const write = async (): Promise<void> => {
      const of = { happened_at: instants[written.size % instants.length] };
      const { id: note } = await make(first, 'notes', { ...of, project_id: projects[0], contact_ids: [contacts[0]] });
      written.add(note);
      if (written.size % 2 === 0) await first.delete(`/notes/${note}`);
    };
    const read = (await follow(first, { path: `/companies/${id}/timeline?per_page=97` }, write)).flat();
    const isOld = (entry: Json): boolean => entry.note === undefined || !written.has(entry.note.id);
    expect(read.filter(isOld)).toEqual(before);
    expect(written.size).toBeGreaterThan(50);
    const ids = read.map((entry) => entry.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const types of [['call'], ['meeting', 'task'], ['change', 'stage_change']]) {
      const path = `/companies/${id}/timeline?per_page=100&types=${types.join(',')}`;
      expect((await follow(first, { path })).flat()).toEqual(await timelineTold(first, 'companies', id, types));
    }
    for (const [plural, one] of [
      ['projects', projects[0]],
      ['contacts', contacts[0]],
    ] as const) {
      const pages = await follow(first, { path: `/${plural}/${one ?? ''}/timeline?per_page=13` });
      expect(pages.flat()).toEqual(await timelineTold(first, plural, one ?? ''));
    }
  },
  patience,
);
