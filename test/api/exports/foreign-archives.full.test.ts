import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '../../../src/store/access/tokens.ts';
import { make } from '../../support/data/make.ts';
import { type ArchiveFiles, archiveFiles, archiveOf, rowsOf, withRows } from '../../support/data/spoilt-archives.ts';
import { downloadArchive, restoreArchive } from '../../support/requests/account-archive.ts';
import type { Json } from '../../support/service/client.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';
import { tokens } from '../../support/service/template.ts';

type Row = Readonly<Record<string, unknown>>;

let service: TestService;
let files: ArchiveFiles;
beforeAll(async () => {
  service = await startTestService();
  const { first } = service;
  const field = { model: 'company', name: 'Portal', field_type: 'url' };
  const { api_name: portal } = await make(first, 'custom_fields', field);
  const values = { [portal]: 'https://portal.example/' };
  const made = await make(first, 'companies', { name: 'Granite Health', custom_fields: values });
  const profile = { linked_in_profile_url: 'https://profiles.example/ida' };
  const { id } = await make(first, 'contacts', { first_name: 'Ida', company_id: made.id, ...profile });
  await first.patch(`/contacts/${id}`, { contact: { linked_in_profile_url: null } });
  await make(first, 'projects', { name: 'Ward', company_id: made.id });
  await make(first, 'goals', { period: 'quarter', starts_on: '2026-01-01', measure: 'booked_amount', target: 5 });
  await first.patch('/preferences', { preferences: { theme: 'dark' } });
  await make(first, 'saved_views', { name: 'Mine', resource: 'projects', display: { columns: ['name'] } });
  files = archiveFiles(await downloadArchive(service, tokens.first));
});
afterAll(() => service.stop());

const restore = (archive: ArchiveFiles): Promise<Json> => restoreArchive(service, tokens.second, archiveOf(archive));

/** The archive with each row of a file changed; of a file without rows, with this one. */
const changed = (name: string, change: (row: Row) => Row): ArchiveFiles =>
  withRows(files, `${name}.ndjson`, rowsOf(files, `${name}.ndjson`).map(change));

const many = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const hostile: readonly [what: string, archive: () => ArchiveFiles, pointer: RegExp, code: string][] = [
  [
    'an id at the end of the ids that all accounts share',
    () => withRows(files, 'changes.ndjson', [endOfIds(files.get('changes.ndjson') ?? '')]),
    /^\/changes\.ndjson\/1\/id$/,
    'out_of_range',
  ],
  [
    'an id beyond what a JSON parser reads exactly',
    () => changed('companies', (row) => ({ ...row, id: 2 ** 53 })),
    /^\/companies\.ndjson\/1\/id$/,
    'out_of_range',
  ],
  [
    'a link that is a script',
    () => changed('contacts', (row) => ({ ...row, linked_in_profile_url: 'javascript:alert(1)' })),
    /^\/contacts\.ndjson\/1\/linked_in_profile_url$/,
    'invalid_format',
  ],
  [
    'a custom link that is a script',
    () =>
      changed('companies', (row) => ({
        ...row,
        custom_fields: Object.fromEntries(Object.keys(row['custom_fields'] as Row).map((id) => [id, 'javascript:1'])),
      })),
    /^\/companies\.ndjson\/1\/custom_fields\/\d+$/,
    'invalid_format',
  ],
  [
    'a logged value that a revert would set back to a script',
    () =>
      changed('changes', (row) => ({
        ...row,
        fields: row['resource'] === 'contacts' ? script : row['fields'],
      })),
    /^\/changes\.ndjson\/\d+\/fields\/linked_in_profile_url\/from$/,
    'invalid_format',
  ],
  [
    'a log of the future',
    () => changed('changes', (row) => ({ ...row, at: '2999-01-01T00:00:00Z' })),
    /^\/changes\.ndjson\/1\/at$/,
    'out_of_range',
  ],
  [
    'a name that is too long',
    () => changed('projects', (row) => ({ ...row, name: 'x'.repeat(256) })),
    /^\/projects\.ndjson\/1\/name$/,
    'too_long',
  ],
  [
    'more entries of a list than an account may have',
    () => {
      const [entry = {}] = rowsOf(files, 'divisions.ndjson');
      const rows = many(5001).map((at) => ({ ...entry, id: 100_000 + at, key: `k${at}`, name: `Division ${at}` }));
      return withRows(files, 'divisions.ndjson', rows);
    },
    /^\/divisions\.ndjson\/5001$/,
    'too_many',
  ],
  [
    'a role that there is not',
    () => changed('users', (row) => ({ ...row, role: 'owner' })),
    /^\/users\.ndjson\/1\/role$/,
    'not_allowed',
  ],
  [
    'preferences that are too large',
    () => changed('preferences', (row) => ({ ...row, document: { text: 'x'.repeat(70_000) } })),
    /^\/preferences\.ndjson\/1\/document$/,
    'too_long',
  ],
  [
    'a version without room for changes',
    () => changed('projects', (row) => ({ ...row, version: 2_147_483_647 })),
    /^\/projects\.ndjson\/1\/version$/,
    'out_of_range',
  ],
  [
    'a column that there is not',
    () => changed('users', (row) => ({ ...row, password: 'x' })),
    /^\/users\.ndjson\/1\/password$/,
    'unknown_field',
  ],
  [
    'a time zone that there is not',
    () => changed('account', (row) => ({ ...row, time_zone: 'Mars/Base' })),
    /^\/account\.ndjson\/1\/time_zone$/,
    'not_allowed',
  ],
  ['a line that is no row', () => withRows(files, 'tasks.ndjson', ['[1]']), /^\/tasks\.ndjson\/1$/, 'wrong_type'],
  [
    'a line of a hundred thousand brackets',
    () => withRows(files, 'tasks.ndjson', [`{"a":${'['.repeat(1e5)}${']'.repeat(1e5)}}`]),
    /^\/tasks\.ndjson\/1$/,
    'wrong_type',
  ],
];

const script = { linked_in_profile_url: { from: 'javascript:alert(1)', to: null } };

/** Written as text, because a number of JavaScript would be rounded. */
const endOfIds = (log: string): string => (log.split('\n')[0] ?? '').replace(/"id":\d+/, '"id":9223372036854775807');

describe('an archive from elsewhere', () => {
  it.each(hostile)('is refused with %s, and with its line', async (what, archive, pointer, code) => {
    const answer = await restore(archive());
    expect(answer).toMatchObject({ status: 422, code: 'validation_failed' });
    expect(answer['errors']).toContainEqual(expect.objectContaining({ code, pointer: expect.stringMatching(pointer) }));
    expect(answer['detail']).toMatch(
      /^The file is not a valid archive\. Plumbline changed nothing\. \w+\.ndjson, line /,
    );
    expect((await service.second.get('/projects')).body.projects).toEqual([]);
    const written = await service.second.patch('/account', { account: { name: what } });
    expect(written.status).toBe(200);
  });

  it('is refused with the problems of all rows, as many as an answer lists', async () => {
    const rows = many(150).map((id) => ({ ...rowsOf(files, 'projects.ndjson')[0], id: id + 1, name: ' ' }));
    const { errors, detail } = await restore(withRows(files, 'projects.ndjson', rows));
    expect(errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(
      many(100).map((id) => `/projects.ndjson/${id + 1}/name`),
    );
    expect(detail).toContain('; and 95 more. There are more, which are not listed.');
  });

  it('is refused while it arrives, before its end', async () => {
    const rows = many(150).map((id) => ({ ...rowsOf(files, 'users.ndjson')[0], id: id + 1, role: 'owner' }));
    const noise = randomBytes(2 ** 20).toString('hex');
    const archive = archiveOf(withRows(withRows(files, 'users.ndjson', rows), 'tasks.ndjson', [noise]));
    const sent = new PassThrough();
    sent.write(archive.subarray(0, archive.length / 2));
    const status = await new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${tokens.second}`, 'content-type': 'application/gzip' };
      const path = `${service.url}/api/2023-01/account/archive`;
      const asked = request(path, { method: 'POST', headers }, ({ statusCode }) => resolve(statusCode));
      asked.on('error', reject);
      sent.pipe(asked);
    });
    sent.destroy();
    expect(status).toBe(422);
  });

  it('is refused with a line that does not end, whatever it unpacks to', async () => {
    const { status, detail } = await restore(withRows(files, 'tasks.ndjson', ['x'.repeat(17 * 2 ** 20)]));
    expect(status).toBe(422);
    expect(detail).toBe('The file: tasks.ndjson, line 1 is longer than 16 MiB. Plumbline changed nothing.');
  });

  it('is refused within the transaction with what only the database sees', async () => {
    const row = rowsOf(files, 'projects.ndjson')[0] ?? {};
    const twice = await restore(withRows(files, 'projects.ndjson', [row, row]));
    expect(twice['problem']).toMatchObject({
      code: 'validation_failed',
      detail: expect.stringMatching(
        /^The file: projects\.ndjson, lines 1 to 2: duplicate key .* Plumbline changed nothing\.$/,
      ),
    });
    const nowhere = await restore(changed('projects', (project) => ({ ...project, company_id: 77_777_777 })));
    expect(nowhere['problem'].detail).toMatch(/violates foreign key constraint/);
    expect((await service.second.get('/users')).body.users).toHaveLength(1);
  });

  it('is restored with ids up to 2^53 - 1, moves no shared sequence there, and is named in the log', async () => {
    const [project = {}] = rowsOf(files, 'projects.ndjson');
    const far = withRows(files, 'task_lists.ndjson', [
      {
        ...{ id: Number.MAX_SAFE_INTEGER, version: 1, created_at: project['created_at'] },
        ...{ updated_at: project['created_at'], deleted_at: null, name: 'Far', name_folded: 'zzz', project_id: null },
        search: "'0:else':1A",
      },
    ]);
    const { status, restored } = await restore(far);
    expect({ status, from: restored.from.id }).toEqual({ status: 200, from: '1' });
    const made = await make(service.first, 'task_lists', { name: 'Next' });
    expect(BigInt(made.id)).toBeGreaterThan(2n ** 52n);
    expect(BigInt(made.id)).toBeLessThan(2n ** 52n + 2n ** 33n);
    const [list] = await service.engine.query(
      `select id, name_folded, search::text as search from task_lists where account_id = 2`,
    );
    expect(list).toMatchObject({
      id: '9007199254740991',
      name_folded: 'far',
      search: expect.stringContaining("'2:far'"),
    });
    const [entry] = await service.engine.query(
      `select action, fields, source from changes where account_id = 2 and resource = 'account' order by id desc limit 1`,
    );
    expect(entry).toMatchObject({
      ...{ action: 'restore', source: 'api' },
      fields: {
        archive: { to: expect.stringContaining('Granite Builders') },
        restored_by: { to: expect.stringContaining('@') },
      },
    });
  });

  it('is restored with goals of other days, targets and subjects, and the service answers with them', async () => {
    await using own = await startTestService();
    const goal = rowsOf(files, 'goals.ndjson')[0];
    const rows = [
      { id: 1, starts_on: '2026-01-02', ends_on: '2026-02-03' },
      { id: 2, starts_on: '2026-12-31', ends_on: '2026-01-01' },
      { id: 3, target: 0 },
      { id: 4, measure: 'booked_count', target: 0.01 },
      { id: 5, measure: 'earned_amount', period: 'year', ends_on: '9999-12-31' },
    ].map((row) => ({ ...goal, subject: `goal ${row.id}`, ...row }));
    const archive = archiveOf(withRows(files, 'goals.ndjson', rows));
    const { status, restored } = await restoreArchive(own, tokens.second, archive);
    expect(status).toBe(200);
    const token = {
      user_id: restored.admin.id,
      name: 'Sync',
      scopes: ['read', 'write', 'admin'],
      expires_at: null,
    } as const;
    const inAccount = { accountId: own.accounts.second, token };
    const second = own.client((await createToken(own.engine, inAccount, own.clock.now())).text);
    expect((await second.get('/goals')).body.goals.length).toBe(rows.length);
    for (const path of ['pipeline', 'pipeline?group_by=division_id', 'backlog?every=year']) {
      expect((await second.get(`/reports/${path}`)).status, path).toBe(200);
    }
    expect((await second.patch('/goals/3', { goal: { target: 7 } })).status).toBe(200);
    expect((await second.delete('/goals/2')).status).toBe(204);
  });
});
