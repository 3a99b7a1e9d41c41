import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  type ArchiveFiles,
  archiveFiles,
  archiveOf,
  rowsOf,
  sizesOfNoFile,
  withManifest,
  withRows,
  withSize,
} from '../../support/data/spoilt-archives.ts';
import { downloadArchive, restoreArchive } from '../../support/requests/account-archive.ts';
import type { Json } from '../../support/service/client.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let files: ArchiveFiles;
beforeAll(async () => {
  service = await sharedService();
  files = archiveFiles(await downloadArchive(service, service.tokens.first));
});
afterAll(() => service.stop());

/** The refusal of an archive. */
const refusalOf = (archive: Uint8Array): Promise<Json> => restoreArchive(service, service.tokens.second, archive);

/** The archive with another manifest. */
const said = (change: (manifest: Json) => object): ArchiveFiles =>
  new Map(files).set('manifest.json', JSON.stringify(change(JSON.parse(files.get('manifest.json') ?? ''))));

const unfitManifests: readonly [what: string, change: (manifest: Json) => object, pointer: string, code: string][] = [
  ['without an account', ({ account: _, ...others }) => others, '/account', 'required'],
  ['with an account that is a text', (one) => ({ ...one, account: 'x' }), '/account', 'wrong_type'],
  ['with NUL in a name', (one) => ({ ...one, account: { id: '1', name: 'a\0' } }), '/account/name', 'invalid_text'],
  ['with a long name', (one) => ({ ...one, account: { id: '1', name: 'a'.repeat(256) } }), '/account/name', 'too_long'],
  ['of no date', (one) => ({ ...one, made_at: 'yesterday' }), '/made_at', 'invalid_format'],
  ['of a date that is a number', (one) => ({ ...one, made_at: 5 }), '/made_at', 'wrong_type'],
  ['by a program that is an object', (one) => ({ ...one, program: {} }), '/program', 'wrong_type'],
  ['with a further key', (one) => ({ ...one, note: 'x' }), '/note', 'unknown_field'],
  ['with reasons that are numbers', (one) => ({ ...one, left_out: { jobs: 1 } }), '/left_out/jobs', 'wrong_type'],
];

describe('an unsound archive', () => {
  it.each(unfitManifests)(
    'is refused with a manifest %s, before its rows are read',
    async (_, change, pointer, code) => {
      const rows = withRows(said(change), 'users.ndjson', ['no row']);
      const answer = await refusalOf(archiveOf(rows));
      expect(answer).toMatchObject({ status: 422, code: 'validation_failed' });
      expect(answer['errors']).toEqual([expect.objectContaining({ code, pointer: `/manifest.json${pointer}` })]);
      expect(answer['detail']).toMatch(
        /^The file is not a valid archive\. Plumbline changed nothing\. manifest\.json: [a-z]/,
      );
    },
  );

  it('is refused with a manifest without files, or one that is no object', async () => {
    const tar = archiveOf(files);
    for (const [text, pointer] of [
      ['"files":null', '/manifest.json/files'],
      ['"files":{"a":null}', '/manifest.json/files/a'],
    ] as const) {
      const answer = await refusalOf(withManifest(tar, (manifest) => manifest.replace(/"files":\{.*?\}\}/s, text)));
      expect(answer).toMatchObject({ status: 422, errors: [{ pointer }] });
    }
    const none = await refusalOf(withManifest(tar, () => '[1]'));
    expect(none).toMatchObject({ status: 422, detail: expect.stringContaining('it has no manifest') });
  });

  it('is refused with a manifest of more than a mebibyte, which is not read', async () => {
    const answer = await refusalOf(withManifest(archiveOf(files), (manifest) => manifest + ' '.repeat(2 ** 20)));
    expect(answer).toMatchObject({
      status: 422,
      detail: 'The file is not an archive of an account: its manifest is larger than 1 MiB. Plumbline changed nothing.',
    });
  });

  it.each(sizesOfNoFile)('is refused with a size that no file has', async (size) => {
    const answer = await refusalOf(gzipSync(withSize(gunzipSync(archiveOf(files)), size)));
    expect(answer).toMatchObject({ status: 422, detail: expect.stringContaining('is not a whole archive') });
  });

  it.each(['application/gzip', 'multipart/form-data; boundary=x'])(
    'is refused before its end as %s, and the connection serves the next request',
    async (type) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      onTestFinished(() => agent.destroy());
      const headers = { authorization: `Bearer ${service.tokens.second}`, 'content-type': type };
      const ask = (method: string, path: string, body?: Buffer) =>
        new Promise<number | undefined>((resolve, reject) => {
          const sent = request(`${service.url}/api/2023-01${path}`, { method, agent, headers }, (answer) => {
            answer.resume().once('end', () => resolve(answer.statusCode));
          });
          sent.once('error', reject).end(body);
        });
      const part = 'content-disposition: form-data; name="file"; filename="a.gz"';
      const form = type.startsWith('multipart') ? [`--x\r\n${part}\r\n\r\n`, '\r\n--x--\r\n'] : ['', ''];
      const [head = '', end = ''] = form;
      const file = [gzipSync(Buffer.alloc(1000, 'x')), randomBytes(2 ** 20)];
      const long = Buffer.concat([Buffer.from(head), ...file, Buffer.from(end)]);
      expect(await ask('POST', '/account/archive', long)).toBe(422);
      expect(await ask('GET', '/projects')).toBe(200);
    },
  );

  it.each([
    ['an admin who is live', 'users', { role: 'member' }, 'must have an admin who is not deactivated'],
    [
      'an admin who is live',
      'users',
      { deleted_at: '2026-01-05T10:00:00Z' },
      'must have an admin who is not deactivated',
    ],
    ['an open stage', 'project_stages', { category: 'won' }, 'must have an open stage that is not deleted'],
  ])('is refused without %s', async (_, table, values, message) => {
    const rows = rowsOf(files, `${table}.ndjson`).map((row) => ({ ...row, ...values }));
    const answer = await refusalOf(archiveOf(withRows(files, `${table}.ndjson`, rows)));
    expect(answer).toMatchObject({ status: 422, code: 'validation_failed' });
    expect(answer['errors']).toEqual([{ pointer: `/${table}.ndjson`, code: 'required', message }]);
    expect(answer['detail']).toBe(
      `The file is not a valid archive. Plumbline changed nothing. ${table}.ndjson: ${message}.`,
    );
  });
});
