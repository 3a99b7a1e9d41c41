import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { make } from '../../support/data/make.ts';
import type { Client, Json, Reply } from '../../support/service/client.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
let owners: Readonly<Record<string, string>>;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
  const idOf = async (plural: string): Promise<string> => (await make(first, plural)).id;
  owners = {
    project_id: await idOf('projects'),
    lead_id: await idOf('leads'),
    company_id: await idOf('companies'),
    contact_id: await idOf('contacts'),
    note_id: await idOf('notes'),
  };
});
afterAll(() => service.stop());

const url = 'https://plans.example.com/sets/harbor-tower';
const nowhere = { project_id: null, lead_id: null, company_id: null, contact_id: null, note_id: null };

const post = (file: object): Promise<Reply> => first.post('/files', { file });
const patch = (id: string, file: object): Promise<Reply> => first.patch(`/files/${id}`, { file });
const link = async (more: object = {}): Promise<Json> => {
  const answer = await post({ url, project_id: owners['project_id'], ...more });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body.file;
};
const problemsIn = ({ body }: Reply): unknown[] => body.errors.map(({ pointer, code }: Json) => [pointer, code]);
const ownersOf = (file: Json): Json =>
  Object.fromEntries(
    ['project', 'lead', 'company', 'contact', 'note'].map((name) => [`${name}_id`, file[name]?.id ?? null]),
  );

describe('a link', () => {
  it('has an address, and no contents', async () => {
    const me = (await first.get('/users/me')).body.user;
    expect(await link({ name: 'Plans' })).toEqual({
      id: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      ...{ name: 'Plans', kind: 'link', url, media_type: null, size: null, sha256: null },
      project: expect.objectContaining({ id: owners['project_id'] }),
      ...{ lead: null, company: null, contact: null, note: null },
      created_by: expect.objectContaining({ id: me.id }),
    });
  });

  it.each([
    ['https://plans.example.com/sets/A1.01%20Floor%20plan.pdf?v=2#p3', 'A1.01 Floor plan.pdf'],
    ['https://plans.example.com/sets/harbor/', 'harbor'],
    ['https://plans.example.com:8443/', 'plans.example.com:8443'],
    ['http://plans.example.com', 'plans.example.com'],
    ['https://plans.example.com/a%2Fb', 'a%2Fb'],
    ['https://plans.example.com/%E2%80%AEfdp.exe', '%E2%80%AEfdp.exe'],
    ['https://plans.example.com/%E0%A4%A', '%E0%A4%A'],
    ['https://plans.example.com/%20', '%20'],
    [`https://plans.example.com/${'x'.repeat(300)}`, 'x'.repeat(255)],
    [`https://plans.example.com/${'%F0%9F%8F%97'.repeat(160)}`, '🏗'.repeat(160)],
  ])('takes its name from %s', async (address, name) => {
    expect((await link({ url: address })).name).toBe(name);
    expect((await link({ url: address, name: ' ' })).name).toBe(name);
  });

  it('keeps its name when its address changes, and takes one from the address when its name is cleared', async () => {
    const { id } = await link({ name: 'Plans' });
    const other = 'https://files.example.com/addendum-2';
    expect((await patch(id, { url: other })).body.file).toMatchObject({ name: 'Plans', url: other });
    expect((await patch(id, { name: null })).body.file).toMatchObject({ name: 'addendum-2', url: other });
  });

  it('needs an address of the web', async () => {
    const { id } = await link();
    const { project_id } = owners;
    const asked: [Reply, unknown[]][] = [
      [await post({ project_id }), [['/file/url', 'required']]],
      [await post({ url: null, project_id }), [['/file/url', 'required']]],
      [await post({ url: 'javascript:alert(1)', project_id }), [['/file/url', 'invalid_format']]],
      [await post({ url: 'file:///etc/passwd', project_id }), [['/file/url', 'invalid_format']]],
      [await patch(id, { url: null }), [['/file/url', 'required']]],
      [await patch(id, { url: ' ' }), [['/file/url', 'invalid_format']]],
    ];
    for (const [answer, problems] of asked) {
      expect([answer.status, problemsIn(answer)]).toEqual([422, problems]);
    }
    expect((await first.get(`/files/${id}`)).body.file.url).toBe(url);
  });

  it('cannot be given contents', async () => {
    const contents = { kind: 'file', media_type: 'text/html', size: 3, sha256: 'a'.repeat(64) };
    const made = await link(contents);
    expect(made).toMatchObject({ kind: 'link', media_type: null, size: null, sha256: null });
    expect((await patch(made.id, contents)).body.file).toMatchObject({ kind: 'link', size: null });
  });

  it.each(['a/b', 'a\\b', 'a\nb', 'a\u0007b', 'a\u009bb', 'plan\u202egnp.exe', 'a\u2066b'])(
    'cannot be named %j',
    async (name) => {
      const { id } = await link();
      for (const answer of [await post({ url, name, project_id: owners['project_id'] }), await patch(id, { name })]) {
        expect([answer.status, problemsIn(answer)]).toEqual([422, [['/file/name', 'invalid_format']]]);
      }
    },
  );

  it('may have the name of another, and words of any script', async () => {
    const name = 'Ground floor, مخطط الطابق 🏗.pdf';
    expect([(await link({ name })).name, (await link({ name })).name]).toEqual([name, name]);
  });
});

describe('the owner of a file', () => {
  it('may be a project, a lead, a company, a contact or a note', async () => {
    for (const [column, id] of Object.entries(owners)) {
      const made = await link({ ...nowhere, [column]: id });
      expect(ownersOf(made)).toEqual({ ...nowhere, [column]: id });
      const listed = (await first.get(`/files?${column}=${id}&sort=-id&per_page=1`)).body.files;
      expect(listed).toEqual([made]);
    }
  });

  it('is one record', async () => {
    const { project_id, company_id } = owners;
    const none = await post({ url });
    expect([none.status, problemsIn(none)]).toEqual([422, [['/file', 'required']]]);
    const both = await post({ url, project_id, company_id });
    expect([both.status, problemsIn(both)]).toEqual([422, [['/file/company_id', 'not_allowed']]]);
    const { id } = await link();
    const cleared = await patch(id, { project_id: null });
    expect([cleared.status, problemsIn(cleared)]).toEqual([422, [['/file/project_id', 'required']]]);
    const repeated = await patch(id, { project_id, company_id });
    expect([repeated.status, problemsIn(repeated)]).toEqual([422, [['/file/company_id', 'not_allowed']]]);
  });

  it('changes when a request names another one, and comes back with a reversion', async () => {
    const { id } = await link();
    for (const [column, owner] of Object.entries(owners)) {
      const moved = await patch(id, { [column]: owner });
      expect([moved.status, ownersOf(moved.body.file)]).toEqual([200, { ...nowhere, [column]: owner }]);
    }
    const reverted = await first.post(`/files/${id}/revert`, { revert: { version: 1 } });
    expect(ownersOf(reverted.body.file)).toEqual({ ...nowhere, project_id: owners['project_id'] });
    const [change] = (await first.get(`/files/${id}/history`)).body.changes;
    expect(change.fields).toMatchObject({ project_id: { to: owners['project_id'] }, note_id: { to: null } });
  });

  it('is a live record of the account', async () => {
    const gone = (await make(first, 'projects')).id;
    await first.delete(`/projects/${gone}`);
    const foreign = (await make(service.second, 'projects')).id;
    for (const project_id of [gone, foreign, '987654321']) {
      const answer = await post({ url, project_id });
      expect([answer.status, problemsIn(answer)]).toEqual([422, [['/file/project_id', 'invalid_reference']]]);
    }
  });

  it('shows its files with include=files', async () => {
    const families = { projects: 'project', leads: 'lead', companies: 'company', contacts: 'contact', notes: 'note' };
    for (const [plural, singular] of Object.entries(families)) {
      const { id } = await make(first, plural);
      const made = await link({ ...nowhere, [`${singular}_id`]: id });
      const gone = await link({ ...nowhere, [`${singular}_id`]: id });
      await first.delete(`/files/${gone.id}`);
      expect((await first.get(`/${plural}/${id}?include=files`)).body[singular].files).toEqual([made]);
    }
  });
});

describe('files', () => {
  it('are found by their name and by the name of their project', async () => {
    const project = await make(first, 'projects', { name: 'Quartz Pavilion' });
    const plans = await link({ ...nowhere, project_id: project.id, name: 'Zebrano finish schedule' });
    const idsOf = async (query: string): Promise<string[]> =>
      (await first.get(`/files?q=${query}`)).body.files.map(({ id }: Json) => id);
    expect(await idsOf('zebrano')).toEqual([plans.id]);
    expect(await idsOf('quartz+finish')).toEqual([plans.id]);
    const { search } = (await first.get('/search?q=zebrano&families=files')).body;
    expect(search).toEqual({ projects: [], companies: [], contacts: [], leads: [], tasks: [], files: [plans] });
    expect((await first.get('/search?q=zebrano')).body.search).not.toHaveProperty('files');
  });

  it('are made many at a time, and a second request with their external ids changes them', async () => {
    const { project_id } = owners;
    const rows = [1, 2, 3].map((at) => ({ url: `${url}/${at}`, project_id, external_id: `bulk-link-${at}` }));
    const made = (await first.post('/files/bulk', { files: rows })).body.results;
    expect(made.map(({ result }: Json) => result)).toEqual(['created', 'created', 'created']);
    const again = rows.map(({ external_id }, at) => ({ external_id, name: `Sheet ${at}` }));
    const changed = (await first.post('/files/bulk', { files: [...again, { url }] })).body.results;
    expect(changed.map(({ result }: Json) => result)).toEqual(['updated', 'updated', 'updated', 'failed']);
    const { files } = (await first.get(`/files?url[starts_with]=${encodeURIComponent(`${url}/`)}&sort=id`)).body;
    expect(files.map(({ name }: Json) => name)).toEqual(['Sheet 0', 'Sheet 1', 'Sheet 2']);
  });

  it('stay with a deleted owner, and may be moved from it', async () => {
    const { id: project } = await make(first, 'projects');
    const { id } = await link({ ...nowhere, project_id: project });
    await first.delete(`/projects/${project}`);
    expect((await first.get(`/files/${id}`)).body.file.project.id).toBe(project);
    const moved = await patch(id, { company_id: owners['company_id'] });
    expect(ownersOf(moved.body.file)).toEqual({ ...nowhere, company_id: owners['company_id'] });
  });
});
