import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { make, newExternalId } from '../../support/data/make.ts';
import type { Client, Json, Reply } from '../../support/service/client.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { historyOf, told } from '../../support/service/told.ts';
import { clientOf } from '../../support/service/tokens.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

const patch = (id: string, note: object) => first.patch(`/notes/${id}`, { note });
const places = ({ body }: Reply): string[] => body.errors.map(({ pointer, code }: Json) => `${pointer} ${code}`);
const idsIn = (records: Json[]): string[] => records.map(({ id }) => id);
const listed = async (query: string): Promise<string[]> => idsIn((await first.get(`/notes?${query}`)).body.notes);
const mention = ({ id, name }: Json): string => `[@${name}](user:${id})`;
/** A user with a client of their own. */
async function someone(): Promise<{ client: Client; user: Json }> {
  const user = await newUser('Ray');
  return { ...(await clientOf(service, { userId: user.id })), user };
}

const newUser = (first_name: string): Promise<Json> =>
  make(first, 'users', { first_name, email: `${newExternalId().slice(4)}@notes.example` });

describe('a note', () => {
  it('is a note of now, about a project, with the people who took part', async () => {
    const [one, two] = [await make(first, 'contacts'), await make(first, 'contacts')];
    const [ann, joe] = [await newUser('Ann'), await newUser('Joe')];
    const project = await make(first, 'projects', { name: 'North Campus Lab' });
    const given = { text: 'They want an alternate.', project_id: project.id, contact_ids: [two.id, one.id] };
    const made = await first.post('/notes', { note: { ...given, user_ids: [joe.id, ann.id] } });
    expect(made.status, made.text).toBe(201);
    const { note } = made.body;
    expect(Object.keys(note)).toEqual([
      ...['id', 'created_at', 'updated_at', 'kind', 'title', 'text', 'happened_at', 'pinned', 'company', 'lead'],
      ...['project', 'contacts', 'users', 'mentioned_users', 'created_by', 'import'],
    ]);
    expect(note).toMatchObject({ kind: 'note', title: null, text: given.text, pinned: false, company: null });
    expect(note.happened_at).toBe(note.created_at);
    expect(note.project).toMatchObject({ id: project.id, name: 'North Campus Lab' });
    expect(idsIn(note.contacts)).toEqual([two.id, one.id]);
    expect(Object.keys(note.contacts[0])).toEqual([
      ...['id', 'created_at', 'updated_at', 'first_name', 'last_name', 'name', 'email'],
    ]);
    expect(note.users.map(({ first_name }: Json) => first_name)).toEqual(['Joe', 'Ann']);
    expect((await first.get(`/notes/${note.id}`)).text).toBe(made.text);
    expect(await told(first, note.id)).toContain('note.create');
  });

  it('needs a subject, and keeps one', async () => {
    const bare = await first.post('/notes', { note: { text: 'Called back.', user_ids: [] } });
    expect([bare.status, places(bare)]).toEqual([422, ['/note required']]);
    const contact = await make(first, 'contacts');
    const subjects = {
      company_id: (await make(first, 'companies')).id,
      lead_id: (await make(first, 'leads')).id,
      project_id: (await make(first, 'projects')).id,
      contact_ids: [contact.id],
    };
    for (const [key, value] of Object.entries(subjects)) {
      const alone = await first.post('/notes', { note: { text: 'Alone', [key]: value } });
      expect(alone.status, alone.text).toBe(201);
      const cleared = await patch(alone.body.note.id, { [key]: null });
      expect([cleared.status, places(cleared)]).toEqual([422, [`/note/${key} required`]]);
    }
    const both = await make(first, 'notes', subjects);
    expect((await patch(both.id, { company_id: null, lead_id: null, project_id: null })).status).toBe(200);
    expect(places(await patch(both.id, { contact_ids: [] }))).toEqual(['/note/contact_ids required']);
  });

  it('happens at most 24 hours ahead, and keeps its time', async () => {
    const hours = (count: number): string => new Date(service.clock.now().getTime() + count * 3_600_000).toISOString();
    const soon = await make(first, 'notes', { happened_at: hours(23.9) });
    const late = await patch(soon.id, { happened_at: hours(24.1) });
    expect(places(late)).toEqual(['/note/happened_at out_of_range']);
    expect(late.body.errors[0].message).toContain('task');
    expect(places(await patch(soon.id, { happened_at: null }))).toEqual(['/note/happened_at required']);
    const untimed = await make(first, 'notes', { happened_at: null, kind: null });
    expect(untimed).toMatchObject({ kind: 'note', happened_at: untimed.created_at });
  });

  it('takes at most 50 contacts and 50 users', async () => {
    const ids = Array.from({ length: 51 }, (_, index) => String(index + 1));
    const answer = await first.post('/notes', { note: { text: 'Open house', contact_ids: ids, user_ids: ids } });
    expect(places(answer).sort()).toEqual(['/note/contact_ids too_many', '/note/user_ids too_many']);
  });

  it('shows contacts as they are now, also deleted ones', async () => {
    const contact = await make(first, 'contacts', { first_name: 'Maria' });
    const { id } = await make(first, 'notes', { contact_ids: [contact.id] });
    const nameOf = async (): Promise<unknown> => (await first.get(`/notes?id=${id}`)).body.notes[0].contacts[0].name;
    expect(await nameOf()).toBe('Maria');
    await first.patch(`/contacts/${contact.id}`, { contact: { last_name: 'Lopez' } });
    expect(await nameOf()).toBe('Maria Lopez');
    await first.delete(`/contacts/${contact.id}`);
    expect(await nameOf()).toBe('Maria Lopez');
    expect((await patch(id, { pinned: true })).body.note.contacts).toMatchObject([{ name: 'Maria Lopez' }]);
    const other = await first.post('/notes', { note: { text: 'Late', contact_ids: [contact.id] } });
    expect(places(other)).toEqual(['/note/contact_ids/0 invalid_reference']);
  });

  it('replaces its people, in the order sent, and its history has their ids', async () => {
    const people = [await make(first, 'contacts'), await make(first, 'contacts'), await make(first, 'contacts')];
    const [a, b, c] = idsIn(people);
    const { id } = await make(first, 'notes', { contact_ids: [a, b] });
    expect(idsIn((await patch(id, { contact_ids: [c, a] })).body.note.contacts)).toEqual([c, a]);
    expect((await historyOf(first, `/notes/${id}`))[0]?.fields).toEqual({
      contact_ids: { from: [a, b], to: [c, a] },
    });
    expect(idsIn((await patch(id, { contact_ids: [a, c] })).body.note.contacts)).toEqual([a, c]);
    const back = await first.post(`/notes/${id}/revert`, { revert: { version: 1 } });
    expect(idsIn(back.body.note.contacts)).toEqual([a, b]);
    expect(idsIn((await first.get(`/notes/${id}`)).body.note.contacts)).toEqual([a, b]);
  });

  it('keeps people who are deleted when others join', async () => {
    const [gone, other, late] = [
      await make(first, 'contacts'),
      await make(first, 'contacts'),
      await make(first, 'contacts'),
    ];
    const [left, next] = [await newUser('Left'), await newUser('Next')];
    const { id } = await make(first, 'notes', { contact_ids: [gone.id, other.id], user_ids: [left.id] });
    await first.delete(`/contacts/${gone.id}`);
    await first.delete(`/users/${left.id}`);
    const joined = await patch(id, { contact_ids: [late.id, gone.id], user_ids: [next.id, left.id] });
    expect(joined.status, joined.text).toBe(200);
    expect(idsIn(joined.body.note.contacts)).toEqual([late.id, gone.id]);
    expect(idsIn(joined.body.note.users)).toEqual([next.id, left.id]);
    expect(places(await patch(id, { contact_ids: [gone.id, gone.id] }))).toEqual(['/note/contact_ids/1 duplicate']);
    expect((await first.get(`/notes/${id}`)).text).toBe(joined.text);
    await patch(id, { contact_ids: [late.id] });
    expect(places(await patch(id, { contact_ids: [late.id, gone.id] }))).toEqual([
      '/note/contact_ids/1 invalid_reference',
    ]);
  });

  it('is found by its people and its kind', async () => {
    const [contact, other] = [await make(first, 'contacts'), await make(first, 'contacts')];
    const user = await newUser('Sue');
    const meeting = await make(first, 'notes', { kind: 'meeting', contact_ids: [contact.id, other.id] });
    const visit = await make(first, 'notes', { kind: 'site_visit', contact_ids: [contact.id], user_ids: [user.id] });
    expect(await listed(`contact_ids=${contact.id}`)).toEqual([visit.id, meeting.id]);
    expect(await listed(`contact_ids=${other.id}`)).toEqual([meeting.id]);
    expect(await listed(`contact_ids=${contact.id}&kind=meeting`)).toEqual([meeting.id]);
    expect(await listed(`user_ids=${user.id}`)).toEqual([visit.id]);
    expect((await first.get(`/notes?id=${meeting.id}&fields=contact_ids,user_ids`)).body.notes).toEqual([
      { contact_ids: [contact.id, other.id], user_ids: [] },
    ]);
  });

  it('is deleted and restored with its people', async () => {
    const contact = await make(first, 'contacts');
    const { id } = await make(first, 'notes', { contact_ids: [contact.id] });
    expect((await first.delete(`/notes/${id}`)).status).toBe(204);
    expect((await first.get(`/notes/${id}`)).status).toBe(404);
    expect((await first.get(`/contacts/${contact.id}?include=notes`)).body.contact.notes).toEqual([]);
    const restored = await first.post(`/notes/${id}/restore`, {});
    expect(idsIn(restored.body.note.contacts)).toEqual([contact.id]);
    expect((await first.get(`/contacts/${contact.id}?include=notes`)).body.contact.notes).toMatchObject([{ id }]);
  });

  it('is included in each of its subjects', async () => {
    const people = [await make(first, 'contacts'), await make(first, 'contacts')];
    const [company, lead, project] = [
      await make(first, 'companies'),
      await make(first, 'leads'),
      await make(first, 'projects'),
    ];
    const subjects = { company_id: company.id, lead_id: lead.id, project_id: project.id, contact_ids: idsIn(people) };
    const { id } = await make(first, 'notes', subjects);
    for (const [plural, record] of Object.entries({ companies: company, leads: lead, projects: project })) {
      const answer = await first.get(`/${plural}?id=${record.id}&include=notes`);
      expect(answer.body[plural][0].notes, answer.text).toMatchObject([{ id, contacts: [{}, {}] }]);
    }
    const { contacts } = (await first.get(`/contacts?id=${idsIn(people).join(',')}&include=notes`)).body;
    expect(contacts.map(({ notes }: Json) => idsIn(notes))).toEqual([[id], [id]]);
  });

  it('of a lead stays with it when the lead is converted', async () => {
    const lead = await make(first, 'leads');
    const { id } = await make(first, 'notes', { lead_id: lead.id, company_id: null });
    expect((await first.post(`/leads/${lead.id}/convert`, {})).status).toBe(201);
    expect((await first.get(`/notes/${id}`)).body.note).toMatchObject({ lead: { id: lead.id }, project: null });
  });

  it('is matched by its external id, which include shows', async () => {
    const external_id = newExternalId();
    const { id } = await make(first, 'notes', { external_id });
    const answer = await first.post('/notes/bulk', { notes: [{ external_id, title: 'Kick-off' }] });
    expect(answer.body.results, answer.text).toMatchObject([{ id, result: 'updated' }]);
    const shown = (await first.get(`/notes/${id}?include=external_id`)).body.note;
    expect(shown).toMatchObject({ title: 'Kick-off', external_id });
  });

  it('is changed several times in one bulk request, with the people of the last row', async () => {
    const [a, b] = idsIn([await make(first, 'contacts'), await make(first, 'contacts')]);
    const external_id = newExternalId();
    const rows = [
      { external_id, text: 'First', contact_ids: [a] },
      { external_id, contact_ids: [b, a] },
      { external_id, pinned: true },
    ];
    const { results } = (await first.post('/notes/bulk', { notes: rows })).body;
    expect(results.map(({ result }: Json) => result)).toEqual(['created', 'updated', 'updated']);
    const { note } = (await first.get(`/notes/${results[0].id}`)).body;
    expect([note.pinned, idsIn(note.contacts)]).toEqual([true, [b, a]]);
  });

  it('is written by members and read by viewers', async () => {
    const { id } = await make(first, 'notes');
    const as = async (role: string): Promise<Client> => {
      const user = await make(first, 'users', { role, email: `${newExternalId().slice(4)}@roles.example` });
      return (await clientOf(service, { userId: user.id })).client;
    };
    const [viewer, member] = [await as('viewer'), await as('member')];
    expect((await viewer.get(`/notes/${id}`)).status).toBe(200);
    expect((await viewer.patch(`/notes/${id}`, { note: { pinned: true } })).status).toBe(403);
    expect((await member.patch(`/notes/${id}`, { note: { pinned: true } })).status).toBe(200);
  });
});

describe('the mentions of a note', () => {
  it('are found by the users themselves', async () => {
    const { client: own, user } = await someone();
    const [named, present] = [
      await make(first, 'notes', { text: `Ask ${mention(user)}` }),
      await make(first, 'notes', { user_ids: [user.id] }),
    ];
    await make(first, 'notes');
    const found = async (query: string): Promise<string[]> => {
      const answer = await own.get(`/notes?${query}`);
      expect(answer.status, answer.text).toBe(200);
      return idsIn(answer.body.notes);
    };
    expect(await found('mentioned_user_ids=me')).toEqual([named.id]);
    expect(await found('user_ids=me')).toEqual([present.id]);
    expect(await found('user_ids[in]=me&kind=note')).toEqual([present.id]);
    const view = { name: 'With me', resource: 'notes', query: 'user_ids=me' };
    expect((await own.post('/saved_views', { saved_view: view })).status).toBe(201);
    expect((await first.get('/notes?contact_ids=me')).status).toBe(400);
  });

  it('have names with brackets, and any unknown id is refused', async () => {
    const ann = await newUser('Ann');
    const long = 'x'.repeat(510);
    for (const name of ['Ann [PM] Ray', 'Ann \\[PM\\] \\] Ray', '[Ann]', long]) {
      const note = await make(first, 'notes', { text: `Hello [@${name}](user:${ann.id}).` });
      expect(idsIn(note.mentioned_users), name).toEqual([ann.id]);
    }
    const project_id = (await make(first, 'projects')).id;
    for (const id of ['9'.repeat(18), '9'.repeat(19), '9'.repeat(60), '0', `0${ann.id}`]) {
      const refused = await first.post('/notes', { note: { text: `Hello [@Ann](user:${id})`, project_id } });
      expect([refused.status, places(refused)], id).toEqual([422, ['/note/text invalid_reference']]);
    }
  });

  it('are the users in the links of its text, each once', async () => {
    const [ann, joe] = [await newUser('Ann'), await newUser('Joe')];
    const text = `${mention(joe)} and ${mention(ann)}; ${mention(joe)} prices it. [Ann](user:${ann.id}x) [@x](http://a)`;
    const note = await make(first, 'notes', { text });
    expect(idsIn(note.mentioned_users)).toEqual([joe.id, ann.id]);
    expect(await listed(`mentioned_user_ids=${ann.id}`)).toEqual([note.id]);
    const less = await patch(note.id, { text: `Only ${mention(ann)}` });
    expect(idsIn(less.body.note.mentioned_users)).toEqual([ann.id]);
    expect(idsIn((await first.get(`/notes/${note.id}`)).body.note.mentioned_users)).toEqual([ann.id]);
    const none = await patch(note.id, { text: 'Nobody' });
    expect(none.body.note.mentioned_users).toEqual([]);
    expect((await first.get(`/notes/${note.id}`)).text).toBe(none.text);
  });

  it('name active users, at most 20', async () => {
    const gone = await newUser('Gone');
    await first.delete(`/users/${gone.id}`);
    const company_id = (await make(first, 'companies')).id;
    for (const text of [`Hello ${mention(gone)}`, 'Hello [@Nobody](user:987654321)']) {
      const refused = await first.post('/notes', { note: { text, company_id } });
      expect([refused.status, places(refused)]).toEqual([422, ['/note/text invalid_reference']]);
    }
    const many = Array.from({ length: 21 }, (_, index) => `[@U](user:${index + 1})`).join(' ');
    expect(places(await first.post('/notes', { note: { text: many, company_id } }))).toEqual(['/note/text too_many']);
  });

  it('stay when the user is deactivated', async () => {
    const leaver = await newUser('Leaver');
    const note = await make(first, 'notes', { text: `Ask ${mention(leaver)}` });
    await first.delete(`/users/${leaver.id}`);
    const shown = (await first.get(`/notes/${note.id}`)).body.note;
    expect([shown.text, idsIn(shown.mentioned_users)]).toEqual([note.text, [leaver.id]]);
    const edited = await patch(note.id, { text: `Ask ${mention(leaver)} again` });
    expect(edited.status, edited.text).toBe(200);
    await patch(note.id, { text: 'Ask nobody' });
    expect(places(await patch(note.id, { text: note.text }))).toEqual(['/note/text invalid_reference']);
    const back = await first.post(`/notes/${note.id}/revert`, { revert: { version: 1 } });
    expect([back.status, idsIn(back.body.note.mentioned_users)], back.text).toEqual([200, [leaver.id]]);
  });
});

describe('a search of notes', () => {
  it('finds the title before the project before the text', async () => {
    const word = 'Zyxomma';
    const project = await make(first, 'projects', { name: `${word} Lab` });
    const inText = await make(first, 'notes', { text: `They spoke of ${word}.` });
    const ofProject = await make(first, 'notes', { project_id: project.id });
    const inTitle = await make(first, 'notes', { title: `${word} kick-off` });
    expect(await listed(`q=${word}`)).toEqual([inTitle.id, ofProject.id, inText.id]);
  });

  it('finds the text of a link, and not its address', async () => {
    const { id } = await make(first, 'notes', {
      text: 'See [the Quagga plan](https://okapi.example/files_(1)/tapir "x") and (a bongo).',
    });
    expect(await listed('q=quagga plan')).toEqual([id]);
    expect(await listed('q=bongo')).toEqual([id]);
    for (const word of ['okapi', 'tapir', 'okapi.example']) expect(await listed(`q=${word}`)).toEqual([]);
  });
});
