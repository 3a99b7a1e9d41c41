import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Json } from '../../support/service/client.ts';
import { make, next } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { historyOf, told } from '../../support/service/told.ts';
import { clientOf } from '../../support/service/tokens.ts';

let service: TestService;
let first: Client;
let ada: Json;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
  ada = await make(first, 'users', { first_name: 'Ada', role: 'member' });
});
afterAll(() => service.stop());

const newLead = (fields: object = {}) => make(first, 'leads', { ...fields });
const patch = (id: string, lead: object, client = first) => client.patch(`/leads/${id}`, { lead });
const changed = async (id: string, lead: object, client = first): Promise<Json> =>
  (await patch(id, lead, client)).body.lead;
const places = ({ body }: Json): string[] => body.errors.map(({ pointer, code }: Json) => `${pointer} ${code}`);
const noon = '2026-02-01T12:00:00Z';

/** Records of different resources can share an id, so this keeps only the event types of leads. */
const toldOf = async (id: string): Promise<string[]> =>
  (await told(first, id)).filter((type) => type.startsWith('lead.'));

describe('archiving a lead', () => {
  it('records the user of the token unless the request names another user', async () => {
    const { id } = await newLead();
    const { client } = await clientOf(service, { userId: ada.id });
    const archived = await changed(id, { archived_at: noon }, client);
    expect([archived.archived_at, archived.archived_by.id]).toEqual([noon, ada.id]);
    const admin = (await newLead({ archived_at: noon })).archived_by;
    expect(admin.email).toBe('admin@granite.example');
    const named = await newLead({ archived_at: noon, archived_by_id: ada.id });
    expect(named.archived_by.id).toBe(ada.id);
    expect((await changed(named.id, { archived_by_id: admin.id })).archived_by.id).toBe(admin.id);
    expect((await changed(named.id, { archived_by_id: null })).archived_by.id).toBe(admin.id);
  });

  it('records the acting user that the request header names', async () => {
    const { id } = await newLead();
    const answer = await first.patch(
      `/leads/${id}`,
      { lead: { archived_at: noon } },
      { 'plumbline-acting-user': ada.id },
    );
    expect(answer.body.lead.archived_by.id).toBe(ada.id);
  });

  it('is undone by clearing the date, which clears the user too', async () => {
    const { id } = await newLead({ archived_at: noon, archived_by_id: ada.id });
    expect(await changed(id, { archived_at: null })).toMatchObject({ archived_at: null, archived_by: null });
    const [{ fields }] = await historyOf(first, `/leads/${id}`);
    expect(fields).toEqual({ archived_at: { from: noon, to: null }, archived_by_id: { from: ada.id, to: null } });
    expect((await first.get(`/leads/${id}`)).body.lead).toMatchObject({ archived_at: null, archived_by: null });
  });

  it('refuses a user without a date', async () => {
    const pointer = '/lead/archived_by_id not_allowed';
    const refused = await first.post('/leads', { lead: { name: 'L', archived_by_id: ada.id } });
    expect([refused.status, places(refused)]).toEqual([422, [pointer]]);
    const { id } = await newLead();
    expect(places(await patch(id, { archived_by_id: ada.id }))).toEqual([pointer]);
    const archived = await newLead({ archived_at: noon });
    expect(places(await patch(archived.id, { archived_at: null, archived_by_id: ada.id }))).toEqual([pointer]);
    // A client may send a record back as it read it, with one field changed.
    expect((await patch(archived.id, { ...archived, archived_at: null })).status).toBe(200);
  });

  it('refuses a user of another account', async () => {
    const [there] = (await service.second.get('/users')).body.users;
    const refused = await first.post('/leads', { lead: { name: 'L', archived_at: noon, archived_by_id: there.id } });
    expect(places(refused)).toEqual(['/lead/archived_by_id invalid_reference']);
  });

  it('sends one lead.archive, also on creation, and another one if the lead is archived again', async () => {
    const { id } = await newLead({ archived_at: noon });
    expect(await toldOf(id)).toEqual(['lead.archive', 'lead.create']);
    await patch(id, { archived_at: '2026-02-02T12:00:00Z' });
    await patch(id, { archived_by_id: ada.id });
    await patch(id, { archived_at: '2026-02-02T12:00:00Z' });
    expect(await toldOf(id)).toEqual(['lead.archive', 'lead.create', 'lead.update', 'lead.update']);
    await patch(id, { archived_at: null });
    await patch(id, { archived_at: noon });
    expect((await toldOf(id)).filter((type) => type === 'lead.archive')).toHaveLength(2);
  });
});

describe('snoozing a lead', () => {
  it('sends lead.snooze when the time is set, also on creation, and the time stays after it has passed', async () => {
    const until = '2026-03-05T12:00:00Z';
    const { id } = await newLead({ snooze_until: until });
    expect(await toldOf(id)).toEqual(['lead.create', 'lead.snooze']);
    service.clock.advance(10 * 86_400_000);
    expect((await first.get(`/leads/${id}`)).body.lead.snooze_until).toBe(until);
    await patch(id, { snooze_until: '2026-04-05T12:00:00Z' });
    await patch(id, { snooze_until: null });
    await patch(id, { snooze_until: '2020-04-05T12:00:00Z' });
    const types = await toldOf(id);
    expect(types).toEqual(['lead.create', 'lead.snooze', 'lead.snooze', 'lead.update', 'lead.update', 'lead.update']);
  });
});

describe('a lead', () => {
  it('accepts any value as "required", stores none and never returns one', async () => {
    for (const required of [true, null, 'x', ['x'], { deep: { er: [1] } }, 5]) {
      const made = await first.post('/leads', { lead: { name: `L ${next()}`, required } });
      expect([made.status, 'required' in made.body.lead]).toEqual([201, false]);
      const { id } = made.body.lead;
      const updated = await patch(id, { required });
      expect([updated.status, 'required' in updated.body.lead, updated.headers.get('etag')]).toEqual([
        200,
        false,
        '"1"',
      ]);
      expect(await toldOf(id)).toEqual(['lead.create']);
    }
  });

  it('has no priority by default', async () => {
    expect((await newLead()).priority).toBe(false);
    expect((await newLead({ priority: null })).priority).toBe(false);
    const { id, priority } = await newLead({ priority: true });
    expect([priority, (await changed(id, { priority: null })).priority]).toEqual([true, false]);
  });

  it('reports every invalid field in one response', async () => {
    const lead = {
      ...{ name: ' ', priority: 'yes', value_in_cents: 1.5, construction_duration: -1, units: 2 ** 31 },
      ...{ construction_duration_unit: 'hours', snooze_until: '2026-02-30T00:00:00Z', contact_id: '0', proirity: true },
    };
    const refused = await first.post('/leads', { lead });
    expect([refused.status, places(refused).sort()]).toEqual([
      422,
      [
        ...['/lead/construction_duration out_of_range', '/lead/construction_duration_unit not_allowed'],
        ...['/lead/contact_id invalid_reference', '/lead/name required', '/lead/priority wrong_type'],
        ...['/lead/proirity unknown_field', '/lead/snooze_until invalid_format', '/lead/units out_of_range'],
        '/lead/value_in_cents wrong_type',
      ],
    ]);
    const { allowed } = refused.body.errors.find(({ code }: Json) => code === 'not_allowed');
    expect(allowed).toEqual(['days', 'weeks', 'months', 'years']);
    const { suggestion } = refused.body.errors.find(({ code }: Json) => code === 'unknown_field');
    expect(suggestion).toBe('priority');
  });

  it('has a value of at most 15 digits of cents', async () => {
    const most = 999_999_999_999_999;
    expect((await newLead({ value_in_cents: most })).value_in_cents).toBe(most);
    const refused = await first.post('/leads', { lead: { name: 'L', value_in_cents: most + 1 } });
    expect(places(refused)).toEqual(['/lead/value_in_cents out_of_range']);
  });

  it('has an external id that no other live lead has, in upper or lower case', async () => {
    const { id } = await newLead({ external_id: 'Crm-7' });
    const refused = await first.post('/leads', { lead: { name: 'L', external_id: 'cRM-7' } });
    expect([refused.status, refused.body.code, refused.body.existing_id]).toEqual([409, 'already_exists', id]);
    await first.delete(`/leads/${id}`);
    const taker = await newLead({ external_id: 'cRM-7' });
    const back = await first.post(`/leads/${id}/restore`);
    expect([back.status, back.body.existing_id]).toEqual([409, taker.id]);
  });
});
