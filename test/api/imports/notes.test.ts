import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csv, done, rowsOf, upload } from '../../support/data/importing.ts';
import { make } from '../../support/data/make.ts';
import { startDelivering } from '../../support/delivery/delivering.ts';
import type { Client, Json } from '../../support/service/client.ts';
import type { TestService } from '../../support/service/service.ts';

let service: TestService;
let client: Client;
beforeAll(async () => {
  service = await startDelivering();
  client = service.first;
});
afterAll(() => service.stop());

const notesOf = async (id: string): Promise<Json[]> =>
  (await client.get(`/notes?import_id=${id}&sort=id&include=external_id`)).body.notes;

describe('an import of notes', () => {
  it('finds projects by name, contacts and users by e-mail address, and can be undone', async () => {
    const project = await make(client, 'projects', { name: 'North Campus Lab' });
    const maria = await make(client, 'contacts', { first_name: 'Maria', email: 'maria@clinic.example' });
    const dan = await make(client, 'contacts', { first_name: 'Dan', email: 'dan@clinic.example' });
    const ann = await make(client, 'users', { first_name: 'Ann', email: 'ann@firm.example' });
    const file = csv(
      ['Note Id', 'Type', 'Date', 'Subject', 'Note', 'Project', 'Contact Emails', 'Colleagues'],
      [
        'N-1',
        'Meeting',
        '2026-01-15 14:00',
        'Kick-off',
        'Owner wants a roof',
        'North Campus Lab',
        'maria@clinic.example; dan@clinic.example',
        'ann@firm.example',
      ],
      [
        'N-2',
        'Site visit',
        '2026-01-16 09:00',
        '',
        `Ask [@Ann](user:${ann.id})`,
        'North Campus Lab',
        'dan@clinic.example',
        '',
      ],
      ['N-3', 'Note', '2026-01-17 09:00', '', '', 'North Campus Lab', '', ''],
      ['N-4', 'Note', '2026-01-17 09:00', '', 'About nobody', '', '', ''],
    );
    const draft = await upload(client, 'notes', file);
    expect(draft.mapping.references).toMatchObject({
      contacts: { by: 'email', missing: 'create' },
      users: { by: 'email', missing: 'reject' },
      project: { by: 'name', missing: 'reject' },
    });
    const { counts } = await done(client, draft.id, 'run');
    expect(counts).toMatchObject({ created: 2, rejected: 2 });
    const rows = await rowsOf(client, draft.id);
    expect(rows.flatMap(({ errors }) => errors.map(({ code }: Json) => code))).toEqual(['required', 'required']);
    const [meeting, visit] = await notesOf(draft.id);
    expect(meeting).toMatchObject({
      ...{ kind: 'meeting', title: 'Kick-off', text: 'Owner wants a roof', external_id: 'N-1' },
      ...{ project: { id: project.id }, contacts: [{ id: maria.id }, { id: dan.id }], users: [{ id: ann.id }] },
    });
    expect(visit).toMatchObject({ kind: 'site_visit', title: null, mentioned_users: [{ id: ann.id }] });
    await done(client, draft.id, 'undo');
    expect(await notesOf(draft.id)).toEqual([]);
  });

  it('proposes to turn a text with tags into Markdown, and leaves one without tags as it is', async () => {
    const project = await make(client, 'projects', { name: 'Html Lab' });
    const textOf = (mapping: Json): Json => mapping.columns.find(({ to }: Json) => to === 'text');
    const html = '<p>Owner wants a <b>white</b> roof.<br>Ask for TPO.</p>';
    const heading = ['Note', 'Project'];
    const draft = await upload(client, 'notes', csv(heading, [html, 'Html Lab'], ['a < b and c > d', 'Html Lab']));
    expect(textOf(draft.mapping)).toMatchObject({ from: ['Note'], transform: [{ html: {} }] });
    const { proposal } = (await client.get(`/imports/${draft.id}/proposal?column=Note&to=text`)).body;
    expect(proposal.column).toEqual(textOf(draft.mapping));
    await done(client, draft.id, 'run');
    const texts = (await notesOf(draft.id)).map(({ text }) => text as string);
    expect(texts[0]).toMatch(/^Owner wants a \*\*white\*\* roof\.\s+Ask for TPO\.$/);
    const plain = await upload(
      client,
      'notes',
      csv(heading, ['a < b and c > d, see <drawing>', project.name as string]),
    );
    expect(textOf(plain.mapping).transform).toBeUndefined();
  });
});
