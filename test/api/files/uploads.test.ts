import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { make } from '../../support/data/make.ts';
import { attached, contentOf, sendBytes, upload } from '../../support/data/uploads.ts';
import type { Json } from '../../support/service/client.ts';
import type { TestService } from '../../support/service/service.ts';
import { filePlaces, type StoredService, startStoredService } from '../../support/s3/stored-service.ts';

const most = 100_000;
describe.each(filePlaces)('files in a %s', (place) => {
  let stored: StoredService;
  let service: TestService;
  let project_id: string;
  beforeAll(async () => {
    stored = await startStoredService(place, { FILE_MAX_BYTES: String(most) });
    ({ service } = stored);
    project_id = (await make(service.first, 'projects')).id;
  });
  afterAll(() => stored.stop());

  /** The parts of uploads that have not arrived yet. */
  const parts = (): string[] => {
    const folder = join(service.dataFolder, 'files', 'incoming');
    return existsSync(folder) ? readdirSync(folder) : [];
  };
  const storedAs = async (digest: string) => (await stored.objects()).filter((name) => name.endsWith(digest));
  const usage = async (): Promise<Json> => (await service.first.get('/file_usage')).body.file_usage;
  const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
  const count = async (): Promise<number> => (await service.engine.query('select 1 from files')).length;

  /** All that a refused upload must leave as it is. */
  const traces = async (): Promise<unknown> => [
    ...[await count(), await usage(), await stored.objects(), parts()],
    await service.engine.query('select account_id, sha256, erasing_at from file_blobs order by account_id, sha256'),
  ];

  const problemsIn = ({ status, body }: Awaited<ReturnType<typeof upload>>): unknown => [
    status,
    body.errors.map(({ pointer, code }: Json) => [pointer, code]),
  ];

  describe('an upload', () => {
    it('makes a file with the contents that were sent, its history and its event', async () => {
      const bytes = Buffer.from('%PDF-1.7\nWords of the contents alone');
      const answer = await upload(service, { project_id, name: 'A1.01 Floor plan.pdf' }, bytes);
      expect(answer.status).toBe(201);
      const { file } = answer.body;
      expect(answer.headers.get('location')).toBe(`/api/2023-01/files/${file.id}`);
      expect(file).toMatchObject({
        ...{ name: 'A1.01 Floor plan.pdf', kind: 'file', url: null, media_type: 'application/pdf', size: bytes.length },
        ...{ sha256: sha256(bytes), project: { id: project_id }, company: null },
      });
      expect((await service.first.get(`/files/${file.id}`)).body.file).toEqual(file);
      expect((await contentOf(service, file.id)).bytes).toEqual(bytes);
      const { changes } = (await service.first.get(`/files/${file.id}/history`)).body;
      expect(changes.map(({ action }: Json) => action)).toEqual(['create']);
      const { messages } = (await service.first.get('/webhook_messages?event_type=file.create')).body;
      expect(JSON.stringify([changes, messages])).not.toContain('Words of the contents');
      expect(parts()).toEqual([]);
      expect(await stored.objects()).toContain(`1/${file.sha256.slice(0, 2)}/${file.sha256}`);
    });

    it('may be one byte, or as many as the limit allows', async () => {
      for (const bytes of [Buffer.from('x'), randomBytes(most)]) {
        const { id, size } = await attached(service, { project_id, name: 'some.bin' }, bytes);
        expect(size).toBe(bytes.length);
        expect((await contentOf(service, id)).bytes.equals(bytes)).toBe(true);
      }
    });

    it('may come in a form, whose name of the file the query replaces', async () => {
      const form = (): FormData => {
        const data = new FormData();
        data.set('file', new File(['\x89PNG\r\n\x1a\n'.replace('\x89', '')], 'C:\\photos\\site.png'));
        return data;
      };
      const named = await upload(service, { project_id }, form(), {});
      expect(named.body.file).toMatchObject({ name: 'site.png', media_type: 'application/octet-stream' });
      const renamed = await upload(service, { project_id, name: 'East side.png' }, form(), {});
      expect(renamed.body.file.name).toBe('East side.png');
    });

    it('takes its name from Content-Disposition without one in the query, and needs a name', async () => {
      const disposition = {
        'content-disposition': "attachment; filename*=utf-8''Gr%C3%BCn.txt",
        'content-type': 'text/plain',
      };
      expect((await upload(service, { project_id }, 'green', disposition)).body.file).toMatchObject({
        ...{ name: 'Grün.txt', media_type: 'text/plain' },
      });
      const before = await traces();
      expect(problemsIn(await upload(service, { project_id }, 'green'))).toEqual([422, [['/file/name', 'required']]]);
      expect(await traces()).toEqual(before);
    });

    it('belongs to one live record of the account, and has the name of a file', async () => {
      const before = await traces();
      const company_id = (await make(service.first, 'companies')).id;
      const gone = (await make(service.first, 'projects')).id;
      await service.first.delete(`/projects/${gone}`);
      const foreign = (await make(service.second, 'projects')).id;
      const asked: [Readonly<Record<string, string>>, unknown[]][] = [
        [{ name: 'a' }, [['/file', 'required']]],
        [{ name: 'a', project_id, company_id }, [['/file/company_id', 'not_allowed']]],
        [{ name: 'a', project_id: gone }, [['/file/project_id', 'invalid_reference']]],
        [{ name: 'a', project_id: foreign }, [['/file/project_id', 'invalid_reference']]],
        [{ name: 'a', project_id: '987654321' }, [['/file/project_id', 'invalid_reference']]],
        [{ name: '../a', project_id }, [['/file/name', 'invalid_format']]],
        [{ name: 'plan\u202egnp.exe', project_id }, [['/file/name', 'invalid_format']]],
        [
          { name: 'a/b', project_id: gone },
          [
            ['/file/project_id', 'invalid_reference'],
            ['/file/name', 'invalid_format'],
          ],
        ],
      ];
      for (const [query, problems] of asked) {
        expect(problemsIn(await upload(service, query, 'bytes'))).toEqual([422, problems]);
      }
      expect(await traces()).toEqual(before);
    });

    it('is judged before its bytes arrive', async () => {
      const sent = { bytes: 0 };
      const body = new ReadableStream<Uint8Array>({
        pull: async (controller) => {
          sent.bytes += 1000;
          await new Promise((resolve) => setTimeout(resolve, 5));
          controller.enqueue(randomBytes(1000));
          if (sent.bytes >= most * 10) controller.close();
        },
      });
      const refused = await upload(service, { project_id: '987654321', name: 'a' }, body);
      expect([refused.status, sent.bytes < most * 5]).toEqual([422, true]);
    });

    it('that is empty or too large is refused, and leaves nothing', async () => {
      const before = await traces();
      const query = { project_id, name: 'a' };
      const form = new FormData();
      form.set('file', new File([], 'a.txt'));
      const empty = [await upload(service, query, ''), await upload(service, query, form, {})];
      expect(empty.map(problemsIn)).toEqual([
        [422, [['/file', 'required']]],
        [422, [['/file', 'required']]],
      ]);
      const large = new Uint8Array(most + 1);
      const stream = new Blob([large]).stream();
      const [announced, streamed] = [await upload(service, query, large), await upload(service, query, stream)];
      const code = { status: 413, body: { code: 'too_large', detail: expect.stringContaining(`${most} bytes`) } };
      expect([announced, streamed]).toMatchObject([code, code]);
      expect(await traces()).toEqual(before);
    });

    it('with Content-Encoding is refused', async () => {
      const encoded = await upload(service, { project_id, name: 'a' }, 'x', { 'content-encoding': 'gzip' });
      expect(encoded).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
    });

    it('needs the scope write and a role that may write', async () => {
      const before = await traces();
      const user = { first_name: 'Vic', email: 'vic@files.example', role: 'viewer' };
      const user_id = (await service.first.post('/users', { user })).body.user.id;
      const tokenOf = async (more: object): Promise<string> =>
        (await service.first.post('/api_tokens', { api_token: { name: 'T', ...more } })).body.api_token.token;
      const path = `/files/upload?project_id=${project_id}&name=a`;
      for (const more of [{ scopes: ['read'] }, { scopes: ['read', 'write'], user_id }]) {
        const refused = await sendBytes(service, path, { body: 'x', token: await tokenOf(more) });
        expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
      }
      expect((await sendBytes(service, path, { body: 'x', token: 'none' })).status).toBe(401);
      expect(await traces()).toEqual(before);
    });

    it('is made once under an idempotency key, which covers contents, query and name', async () => {
      const query = { project_id, name: 'once.txt' };
      const headers = { 'idempotency-key': 'upload-1', 'content-type': 'text/plain' };
      const [one, other] = await Promise.all([1, 2].map(() => upload(service, query, 'once only', headers)));
      const again = await upload(service, query, 'once only', headers);
      expect([one?.status, other?.status, again.status]).toEqual([201, 201, 201]);
      expect([one?.body, other?.body]).toEqual([again.body, again.body]);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      const { id, sha256: stored } = again.body.file;
      expect((await service.first.get(`/files?sha256=${stored}`)).body.files).toHaveLength(1);
      const before = await traces();
      for (const changed of [
        await upload(service, query, 'something else', headers),
        await upload(service, { ...query, name: 'twice.txt' }, 'once only', headers),
      ]) {
        expect(changed).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
      }
      expect(await traces()).toEqual(before);
      // The owner may be gone when a client repeats its request.
      const { id: project } = await make(service.first, 'projects');
      const kept = { ...headers, 'idempotency-key': 'upload-2' };
      await upload(service, { ...query, project_id: project }, 'kept', kept);
      await service.first.delete(`/projects/${project}`);
      const repeated = await upload(service, { ...query, project_id: project }, 'kept', kept);
      expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
      expect(id).not.toBe(repeated.body.file.id);
    });

    it('whose connection is cut leaves nothing', async () => {
      const before = await traces();
      const { hostname, port } = new URL(service.url);
      const socket = new Socket();
      await new Promise<void>((resolve) => socket.connect(Number(port), hostname, resolve));
      const path = `/api/2023-01/files/upload?project_id=${project_id}&name=cut`;
      const head = [`POST ${path} HTTP/1.1`, `Host: ${hostname}`, `Authorization: Bearer ${service.tokens.first}`];
      socket.write(`${[...head, 'Content-Length: 50000'].join('\r\n')}\r\n\r\n`);
      socket.write(randomBytes(20_000));
      await vi.waitFor(() => expect(parts()).toHaveLength(1));
      socket.destroy();
      await vi.waitFor(async () => expect(await traces()).toEqual(before));
      expect(service.logged.filter((line) => line.includes('request failed'))).toEqual([]);
    });
  });

  describe('equal contents', () => {
    it('of two files of an account are stored and counted once', async () => {
      const bytes = randomBytes(5000);
      const before = await usage();
      const one = await attached(service, { project_id, name: 'one' }, bytes);
      const other = await attached(service, { project_id, name: 'other' }, bytes);
      expect(one.id).not.toBe(other.id);
      const after = await usage();
      expect([after.files - before.files, after.bytes - before.bytes]).toEqual([2, 5000]);
      expect(await storedAs(one.sha256)).toHaveLength(1);
    });

    it('of two accounts are two objects, and neither reads those of the other', async () => {
      const bytes = randomBytes(500);
      const mine = await attached(service, { project_id, name: 'mine' }, bytes);
      const theirs = (await make(service.second, 'projects')).id;
      const token = service.tokens.second;
      const path = `/files/upload?project_id=${theirs}&name=theirs`;
      const sent = await sendBytes(service, path, { body: bytes, token });
      expect(sent.status).toBe(201);
      expect(await storedAs(mine.sha256)).toHaveLength(2);
      const foreign = await sendBytes(service, `/files/${mine.id}/content`, { method: 'GET', token });
      expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found']);
    });
  });

  describe('the record of a file with contents', () => {
    it('can be renamed and moved, but gets no address and no other contents', async () => {
      const { id, sha256: stored } = await attached(service, { project_id, name: 'plan.txt' }, 'plan');
      const patch = (file: object) => service.first.patch(`/files/${id}`, { file });
      expect((await patch({ name: 'Plan.pdf' })).body.file).toMatchObject({
        name: 'Plan.pdf',
        media_type: 'text/plain',
      });
      const company_id = (await make(service.first, 'companies')).id;
      expect((await patch({ company_id })).body.file).toMatchObject({ project: null, company: { id: company_id } });
      for (const [file, problem] of [
        [{ url: 'https://example.com/' }, ['/file/url', 'not_allowed']],
        [{ name: null }, ['/file/name', 'required']],
        [{ name: 'a/b' }, ['/file/name', 'invalid_format']],
      ] as const) {
        const { status, body } = await patch(file);
        expect([status, body.errors.map(({ pointer, code }: Json) => [pointer, code])]).toEqual([422, [problem]]);
      }
      const spoofed = await patch({ kind: 'link', sha256: 'a'.repeat(64), size: 1, media_type: 'text/html' });
      expect(spoofed.body.file).toMatchObject({ kind: 'file', sha256: stored, size: 4, media_type: 'text/plain' });
      const reverted = await service.first.post(`/files/${id}/revert`, { revert: { version: 1 } });
      expect(reverted.body.file).toMatchObject({ name: 'plan.txt', kind: 'file', sha256: stored });
    });
  });
});
