import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runsOf } from '../../support/endurance.ts';
import { leastBody, make, newExternalId, next } from '../../support/data/make.ts';
import { matchedTable, served } from '../../support/data/registry.ts';
import { actingAs, type Client, faults, type Json } from '../../support/service/client.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

const segment = (externalId: string): string => `external_id:${encodeURIComponent(externalId)}`;
const keyed = (): Record<string, string> => ({ 'idempotency-key': `put ${next()}` });

describe.each(matchedTable)('%s', (plural, resource) => {
  const { singular } = resource;
  const pathOf = (externalId: string, more = ''): string => `/${plural}/${segment(externalId)}${more}`;
  const wrap = (fields: object) => ({ [singular]: fields });
  const newBody = async (more: object = {}) => wrap({ ...(await leastBody(first, resource)), ...more });
  const labelled = { contacts: 'job_title', files: 'name', notes: 'title' }[plural] ?? 'description';
  /** The live records that have an external id, in any case. */
  const held = async (externalId: string): Promise<Json[]> => {
    const query = `external_id[starts_with]=${encodeURIComponent(externalId)}&fields=id,external_id`;
    const { body } = await first.get(`/${plural}?${query}`);
    return body[plural].filter((one: Json) => one.external_id.toLowerCase() === externalId.toLowerCase());
  };
  const makeKeyed = async (externalId = newExternalId()) => ({
    externalId,
    record: await make(first, plural, { external_id: externalId }),
  });

  it('are found by their external id, without regard to case', async () => {
    for (const externalId of [newExternalId(), `a/b ${next()}?c=%20&d#e`, `${'🏗'.repeat(250)}${next()}`]) {
      const { record } = await makeKeyed(externalId);
      for (const asked of [externalId, externalId.toUpperCase()]) {
        const found = await first.get(pathOf(asked));
        expect([found.status, found.body[singular].id]).toEqual([200, record.id]);
        expect(found.headers.get('etag')).toBe('"1"');
      }
      const encoded = await first.get(`/${plural}/${encodeURIComponent(`external_id:${externalId}`)}?fields=id`);
      expect(encoded.body[singular]).toEqual({ id: record.id });
    }
  });

  it('show their external id on request', async () => {
    const { externalId, record } = await makeKeyed();
    for (const query of ['fields=external_id', 'include=external_id', 'fields=external_id&include=external_id']) {
      const { body, text } = await first.get(`/${plural}/${record.id}?${query}`);
      expect(body[singular].external_id).toBe(externalId);
      expect(text.match(/"external_id"/g)).toHaveLength(1);
      const list = await first.get(`/${plural}?id=${record.id}&${query}`);
      expect(list.body[plural][0].external_id).toBe(externalId);
    }
  });

  it('are 404 without a live record that has the external id', async () => {
    const { externalId, record } = await makeKeyed();
    const other = await make(service.second, plural, { external_id: newExternalId() });
    const others = [newExternalId(), 'x\u0000', 'x'.repeat(700), '', other.external_id ?? 'none'];
    await first.delete(`/${plural}/${record.id}`);
    for (const missing of [externalId, ...others]) {
      const path = pathOf(missing);
      const answers = [await first.get(path), await first.patch(path, wrap({})), await first.delete(path)];
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([404, 'not_found']));
    }
  });

  it('are changed and deleted by their external id', async () => {
    const { externalId, record } = await makeKeyed();
    const body = wrap({ [labelled]: 'Brick' });
    const stale = await first.patch(pathOf(externalId), body, { 'if-match': '"9"' });
    expect([stale.status, stale.headers.get('etag')]).toEqual([412, '"1"']);
    const changed = await first.patch(pathOf(externalId), body, { 'if-match': '"1"' });
    expect([changed.status, changed.body[singular].id, changed.headers.get('etag')]).toEqual([200, record.id, '"2"']);
    expect((await first.delete(pathOf(externalId), { 'if-match': '"1"' })).status).toBe(412);
    expect((await first.delete(pathOf(externalId))).status).toBe(204);
    expect((await first.get(`/${plural}/${record.id}`)).status).toBe(404);
  });

  it('have their history and their versions by their external id', async () => {
    const { externalId, record } = await makeKeyed();
    await first.patch(pathOf(externalId), wrap({ [labelled]: 'Brick' }));
    const history = await first.get(pathOf(externalId, '/history'));
    expect(history.body.changes).toHaveLength(2);
    const reverted = await first.post(pathOf(externalId, '/revert'), { revert: { version: 1 } });
    expect([reverted.status, reverted.body[singular][labelled]]).toEqual([200, record[labelled] ?? null]);
  });

  it('return the stored answer to a request that has renamed or deleted the record', async () => {
    const { externalId } = await makeKeyed();
    const [renaming, deleting] = [keyed(), keyed()];
    const other = newExternalId();
    const rename = () => first.patch(pathOf(externalId), wrap({ external_id: other }), renaming);
    const renamed = await rename();
    expect((await rename()).text).toBe(renamed.text);
    const remove = () => first.delete(pathOf(other), deleting);
    expect((await remove()).status).toBe(204);
    expect((await remove()).headers.get('idempotent-replayed')).toBe('true');
    expect((await first.delete(pathOf(other), keyed())).status).toBe(404);
  });

  it('are created and then changed by a PUT', async () => {
    const externalId = newExternalId();
    const made = await first.put(pathOf(externalId), await newBody({ [labelled]: 'Brick' }));
    const { id } = made.body[singular];
    expect([made.status, made.headers.get('etag'), made.headers.get('location')]).toEqual([
      201,
      '"1"',
      `/api/2023-01/${plural}/${id}`,
    ]);
    const same = await first.put(pathOf(externalId.toLowerCase()), wrap({ [labelled]: 'Brick' }));
    expect([same.status, same.headers.get('etag')]).toEqual([200, '"1"']);
    const changed = await first.put(pathOf(externalId), wrap({ [labelled]: 'Glass' }));
    expect([changed.status, changed.body[singular].id, changed.headers.get('etag')]).toEqual([200, id, '"2"']);
    expect(await held(externalId)).toHaveLength(1);
    expect((await first.get(`/${plural}/${id}?fields=external_id`)).body[singular].external_id).toBe(externalId);
    const { changes } = (await first.get(`/${plural}/${id}/history`)).body;
    expect(changes.map(({ action }: Json) => action)).toEqual(['update', 'create']);
  });

  it('are created by a PUT that only creates, and changed by one that only changes', async () => {
    const externalId = newExternalId();
    const onlyNew = { 'if-none-match': '*' };
    const body = await newBody();
    for (const condition of ['"1"', '*']) {
      const refused = await first.put(pathOf(externalId), body, { 'if-match': condition });
      expect([refused.status, refused.body.code]).toEqual([412, 'stale']);
    }
    const key = keyed();
    const made = await first.put(pathOf(externalId), body, { ...onlyNew, ...key });
    expect(made.status).toBe(201);
    const again = await first.put(pathOf(externalId), body, { ...onlyNew, ...key });
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([201, made.text, 'true']);
    expect((await first.put(pathOf(externalId), body, key)).status).toBe(422);
    const refused = await first.put(pathOf(externalId), body, onlyNew);
    expect([refused.status, refused.body.existing_id]).toEqual([412, made.body[singular].id]);
    expect((await first.put(pathOf(externalId), body, { 'if-none-match': '"1"' })).status).toBe(400);
    const change = wrap({ [labelled]: 'Brick' });
    expect((await first.put(pathOf(externalId), change, { 'if-match': '"1"' })).status).toBe(200);
    expect((await first.put(pathOf(externalId), change, { 'if-match': '"1"' })).status).toBe(412);
  });

  it('keep the answer to a PUT under its idempotency key', async () => {
    const [externalId, key] = [newExternalId(), keyed()];
    const body = await newBody();
    const made = await first.put(pathOf(externalId), body, key);
    await first.patch(pathOf(externalId), wrap({ [labelled]: 'Brick' }));
    const again = await first.put(pathOf(externalId), body, key);
    expect([again.status, again.text]).toEqual([201, made.text]);
    expect((await first.put(pathOf(externalId), wrap({}), key)).body.code).toBe('idempotency_key_reused');
    await first.delete(pathOf(externalId));
    expect((await first.put(pathOf(externalId), body, key)).text).toBe(made.text);
    expect(await held(externalId)).toEqual([]);
  });

  it('are judged by a PUT as by a POST or a PATCH', async () => {
    const externalId = newExternalId();
    const empty = await first.put(pathOf(externalId), wrap({}));
    expect(empty.status, empty.text).toBe(422);
    expect((await first.put(pathOf(externalId), { other: {} })).body.errors[0].code).toBe('wrong_wrapper');
    const other = await first.put(pathOf(externalId), await newBody({ external_id: newExternalId() }));
    expect(faults(other)).toEqual([[`/${singular}/external_id`, 'not_allowed']]);
    const cleared = await first.put(pathOf(externalId), await newBody({ external_id: null }));
    expect(faults(cleared)).toEqual([[`/${singular}/external_id`, 'not_allowed']]);
    for (const [unfit, code] of [
      ['', 'required'],
      ['x'.repeat(300), 'too_long'],
      ['x\u0000', 'invalid_text'],
    ] as const) {
      const refused = await first.put(pathOf(unfit), await newBody());
      expect(faults(refused)).toEqual([[`/${singular}/external_id`, code]]);
    }
    expect(await held(externalId)).toEqual([]);
    const made = await first.put(pathOf(externalId), await newBody({ external_id: externalId.toUpperCase() }));
    expect(made.status, made.text).toBe(201);
    const kept = await first.put(pathOf(externalId), wrap({ external_id: 5 }));
    expect(faults(kept)).toEqual([[`/${singular}/external_id`, 'wrong_type']]);
  });

  it('take no PUT by their id', async () => {
    const { id } = await make(first, plural);
    const answer = await first.put(`/${plural}/${id}`, wrap({}));
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    expect(answer.body.detail).toContain(`/${plural}/external_id:`);
  });

  it('become one record by several PUTs at once', async () => {
    for (let round = 0; round < runsOf(2, 20); round += 1) {
      const externalId = newExternalId();
      const body = await newBody();
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          first.put(pathOf(index % 2 === 0 ? externalId : externalId.toUpperCase()), body),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), 201]);
      expect(new Set(answers.map((one) => one.body[singular].id)).size).toBe(1);
      expect(await held(externalId)).toHaveLength(1);
    }
  });

  it('are created anew by a PUT while others delete them', async () => {
    const externalId = newExternalId();
    const body = await newBody();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        index % 3 === 2 ? first.delete(pathOf(externalId)) : first.put(pathOf(externalId), body),
      ),
    );
    for (const { status, text } of answers) expect([200, 201, 204, 404], text).toContain(status);
    expect((await held(externalId)).length).toBeLessThan(2);
  });

  it('are not changed by an external id that has moved to another record meanwhile', async () => {
    const [one, two] = [await makeKeyed(), await makeKeyed()];
    const ids = [one.record.id, two.record.id];
    const swap = async (round: number) =>
      await first.post(`/${plural}/bulk`, {
        [plural]: [
          { id: ids[round % 2], external_id: null },
          { id: ids[(round + 1) % 2], external_id: one.externalId },
        ],
      });
    await first.patch(`/${plural}/${two.record.id}`, wrap({ external_id: null }));
    const changes = async () => {
      const answers: Json[] = [];
      for (let count = 0; count < 12; count += 1) {
        answers.push(await first.patch(pathOf(one.externalId), wrap({ [labelled]: `Round ${count}` })));
      }
      return answers;
    };
    const swaps = async () => {
      for (let round = 0; round < 6; round += 1) await swap(round);
    };
    const [answers] = await Promise.all([changes(), swaps()]);
    for (const { status, text } of answers) expect([200, 404, 409], text).toContain(status);
    // Each change was made while the record had the external id.
    for (const id of ids) {
      const { changes: log } = (await first.get(`/${plural}/${id}/history?per_page=100`)).body;
      let holds = id === one.record.id ? one.externalId : null;
      for (const { fields } of log.toReversed().slice(1)) {
        if (labelled in fields) expect(holds).toBe(one.externalId);
        if ('external_id' in fields) holds = fields.external_id.to;
      }
    }
  });
});

describe('a record by its external id', () => {
  it('needs the rights of the operation', async () => {
    const viewer = await make(first, 'users', { role: 'viewer' });
    const path = `/projects/${segment(newExternalId())}`;
    const answer = await first.put(path, { project: { name: 'Harbor' } }, actingAs(viewer));
    expect([answer.status, answer.body.required_role]).toEqual([403, 'member']);
    expect((await first.get(path)).status).toBe(404);
  });

  it('is converted by the external id of the lead', async () => {
    const externalId = newExternalId();
    const lead = await make(first, 'leads', { external_id: externalId });
    const converted = await first.post(`/leads/${segment(externalId)}/convert`, {});
    expect([converted.status, converted.body.project.name]).toEqual([201, lead.name]);
  });

  it('is restored by its id alone', async () => {
    const externalId = newExternalId();
    const { id } = await make(first, 'projects', { external_id: externalId });
    await first.delete(`/projects/${id}`);
    expect((await first.post(`/projects/${segment(externalId)}/restore`)).status).toBe(404);
    expect((await first.post(`/projects/${id}/restore`)).status).toBe(200);
  });

  it('exists only in families that have external ids', async () => {
    const others = served.filter(({ fields }) => !('external_id' in fields)).map(({ plural }) => plural);
    for (const plural of others) {
      expect((await first.get(`/${plural}/external_id:ERP-1`)).status).toBe(404);
      expect((await first.put(`/${plural}/external_id:ERP-1`, {})).status).toBe(405);
    }
  });

  it('takes references as objects', async () => {
    const [company, project] = [newExternalId(), newExternalId()];
    await first.put(`/companies/${segment(company)}`, { company: { name: 'Northline' } });
    const made = await first.put(`/projects/${segment(project)}`, {
      project: { name: 'Harbor', company: { external_id: company }, project_stage: { name: 'Estimating' } },
    });
    expect(made.status, made.text).toBe(201);
    expect(made.body.project).toMatchObject({ company: { name: 'Northline' }, project_stage: { name: 'Estimating' } });
  });
});
