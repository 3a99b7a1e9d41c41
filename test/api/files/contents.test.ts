import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { make } from '../../support/data/make.ts';
import { attached, contentOf } from '../../support/data/uploads.ts';
import type { TestService } from '../../support/service/service.ts';
import { filePlaces, type StoredService, startStoredService } from '../../support/s3/stored-service.ts';

describe.each(filePlaces)('files in a %s', (place) => {
  let stored: StoredService;
  let service: TestService;
  let project_id: string;
  beforeAll(async () => {
    stored = await startStoredService(place);
    ({ service } = stored);
    project_id = (await make(service.first, 'projects')).id;
  });
  afterAll(() => stored.stop());

  const text = '0123456789';
  const whole = { status: 200, 'content-range': null, 'content-length': '10' };
  type Told = Readonly<Record<string, string | number | null>>;
  const part = (start: number, end: number): Told => ({
    status: 206,
    'content-range': `bytes ${start}-${end}/10`,
    'content-length': String(end - start + 1),
  });

  describe('the contents of a file', () => {
    it.each<[asked: string | undefined, answer: Told, body: string]>([
      [undefined, whole, text],
      ['bytes=0-3', part(0, 3), '0123'],
      ['bytes=4-4', part(4, 4), '4'],
      ['bytes=7-', part(7, 9), '789'],
      ['bytes=8-100', part(8, 9), '89'],
      ['bytes=0-', part(0, 9), text],
      ['bytes=-3', part(7, 9), '789'],
      ['bytes=-100', part(0, 9), text],
      ['Bytes=2-3', part(2, 3), '23'],
      ['bytes= 2-3 ', part(2, 3), '23'],
      ['bytes=99999999999999999999999-', { status: 416, 'content-range': 'bytes */10' }, ''],
      ['bytes=10-', { status: 416, 'content-range': 'bytes */10' }, ''],
      ['bytes=10-20', { status: 416, 'content-range': 'bytes */10' }, ''],
      ['bytes=-0', { status: 416, 'content-range': 'bytes */10' }, ''],
      ['bytes=5-4', whole, text],
      ['bytes=-', whole, text],
      ['bytes=a-b', whole, text],
      ['bytes=0-1,4-5', whole, text],
      ['lines=0-3', whole, text],
      ['0-3', whole, text],
    ])('answers Range: %s', async (range, { status, ...headers }, body) => {
      const { id } = await attached(service, { project_id, name: 'digits.txt' }, text);
      const answer = await contentOf(service, id, range === undefined ? {} : { range });
      expect(answer.status).toBe(status);
      expect(Object.fromEntries(Object.keys(headers).map((name) => [name, answer.headers.get(name)]))).toEqual(headers);
      if (status === 416) expect(answer.body.code).toBe('range_not_satisfiable');
      else expect(answer.bytes.toString()).toBe(body);
    });

    it('have their SHA-256 as the entity tag, which conditions compare', async () => {
      const { id, sha256 } = await attached(service, { project_id, name: 'digits.txt' }, text);
      const etag = `"${sha256}"`;
      expect((await contentOf(service, id)).headers.get('etag')).toBe(etag);
      const statusFor = async (headers: Readonly<Record<string, string>>): Promise<number> =>
        (await contentOf(service, id, headers)).status;
      for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
        expect(await statusFor({ 'if-none-match': tag })).toBe(304);
        expect(await statusFor({ 'if-none-match': tag, range: 'bytes=0-1' })).toBe(304);
      }
      expect(await statusFor({ 'if-none-match': '"x"' })).toBe(200);
      expect(await statusFor({ 'if-range': etag, range: 'bytes=0-1' })).toBe(206);
      for (const tag of ['"x"', `W/${etag}`, 'Mon, 30 Nov 2026 16:00:00 GMT']) {
        expect(await statusFor({ 'if-range': tag, range: 'bytes=0-1' })).toBe(200);
        expect(await statusFor({ 'if-range': tag, range: 'bytes=90-' })).toBe(200);
      }
    });

    it('are told by a HEAD without their bytes', async () => {
      const { id } = await attached(service, { project_id, name: 'digits.txt' }, text);
      const [get, head] = [await contentOf(service, id), await contentOf(service, id, {}, { method: 'HEAD' })];
      const ranged = await contentOf(service, id, { range: 'bytes=0-1' }, { method: 'HEAD' });
      for (const answer of [head, ranged]) {
        expect([answer.status, answer.bytes.length]).toEqual([200, 0]);
        for (const name of ['content-length', 'etag', 'content-type', 'content-disposition', 'accept-ranges']) {
          expect([name, answer.headers.get(name)]).toEqual([name, get.headers.get(name)]);
        }
      }
    });

    it('are sent as an attachment with headers that keep a browser from running them, and not compressed', async () => {
      const name = 'Grundriss "EG" 100%\' (alt)*.html';
      const html = `<script>alert(1)</script>${' '.repeat(5000)}`;
      const { id } = await attached(service, { project_id, name }, html);
      for (const query of ['', '?inline=1']) {
        const { headers, bytes } = await contentOf(service, id, { 'accept-encoding': 'gzip, br' }, { query });
        expect(bytes.toString()).toBe(html);
        expect(Object.fromEntries(headers)).toMatchObject({
          'content-type': 'application/octet-stream',
          'content-length': String(html.length),
          'content-disposition':
            'attachment; filename="Grundriss _EG_ 100_\' (alt)*.html"; ' +
            "filename*=UTF-8''Grundriss%20%22EG%22%20100%25%27%20%28alt%29%2A.html",
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': 'same-origin',
          'cache-control': 'private, no-cache',
          'content-security-policy': "sandbox; default-src 'none'",
        });
        expect(headers.get('content-encoding')).toBeNull();
      }
    });

    const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
    const after = (head: Buffer | string): Buffer =>
      Buffer.concat([Buffer.from(head), Buffer.from('<script>1</script>')]);
    it.each<[string, Buffer | string, string, boolean]>([
      ['photo.html', hex('89504e47 0d0a1a0a'), 'image/png', true],
      ['photo.svg', hex('ffd8ffe0 0010'), 'image/jpeg', true],
      ['photo', 'RIFF\0\0\0\0WEBPVP8 ', 'image/webp', true],
      ['photo.js', 'GIF89a/*', 'image/gif', true],
      ['plan.html', '%PDF-1.7\n', 'application/pdf', true],
      ['scan.png', 'II*\0', 'image/tiff', false],
      ['phone.heic', '\0\0\0\x18ftypheic', 'image/heic', false],
      ['plan.pdf', 'AC1032\0\0', 'image/vnd.dwg', false],
      ['walk.mov', '\0\0\0\x18ftypisom', 'video/mp4', false],
      ['plans.zip', 'PK\x03\x04', 'application/zip', false],
      ['scope.docx', 'PK\x03\x04', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', false],
      ['bids.XLSX', 'PK\x03\x04', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', false],
      ['model.rvt', hex('d0cf11e0 a1b11ae1'), 'application/vnd.autodesk.revit', false],
      ['image.png', '<html>', 'application/octet-stream', false],
      ['image.svg', '<svg xmlns="http://www.w3.org/2000/svg">', 'application/octet-stream', false],
      ['page.html', '<!doctype html>', 'application/octet-stream', false],
      ['later.pdf', '<html>%PDF-1.7', 'application/octet-stream', false],
    ])('of %s have the media type that their first bytes tell', async (name, head, mediaType, isShown) => {
      const file = await attached(service, { project_id, name }, after(Buffer.from(head)));
      expect(file.media_type).toBe(mediaType);
      const { headers } = await contentOf(service, file.id, {}, { query: '?inline=1' });
      const pdf = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'";
      expect([headers.get('content-type'), headers.get('content-disposition')?.split(';')[0]]).toEqual(
        isShown ? [mediaType, 'inline'] : ['application/octet-stream', 'attachment'],
      );
      const policy = mediaType === 'application/pdf' ? pdf : "sandbox; default-src 'none'";
      expect(headers.get('content-security-policy')).toBe(policy);
      expect((await contentOf(service, file.id)).headers.get('content-type')).toBe('application/octet-stream');
    });

    it('do not exist for a link, an unknown file and a deleted one', async () => {
      const link = { url: 'https://plans.example.com/', project_id };
      const { id } = (await service.first.post('/files', { file: link })).body.file;
      const refused = await contentOf(service, id);
      expect([refused.status, refused.body.detail]).toEqual([404, expect.stringMatching(/link.*url/)]);
      expect((await contentOf(service, '987654321')).status).toBe(404);
      expect((await contentOf(service, 'x')).status).toBe(404);
      const gone = await attached(service, { project_id, name: 'gone' }, 'gone');
      await service.first.delete(`/files/${gone.id}`);
      expect((await contentOf(service, gone.id)).status).toBe(404);
      await service.first.post(`/files/${gone.id}/restore`);
      expect((await contentOf(service, gone.id)).bytes.toString()).toBe('gone');
    });

    it.each(['projects', 'leads', 'companies', 'contacts', 'notes'])(
      'are shut away while their owner among the %s is in the trash',
      async (plural) => {
        const singular = plural === 'companies' ? 'company' : plural.slice(0, -1);
        const owner = await make(service.first, plural);
        const { id } = await attached(service, { [`${singular}_id`]: owner.id, name: 'kept' }, `of ${plural}`);
        await service.first.delete(`/${plural}/${owner.id}`);
        const shut = await contentOf(service, id);
        expect([shut.status, shut.body.detail]).toEqual([404, expect.stringContaining(`The ${singular} to which`)]);
        expect((await service.first.get(`/files/${id}`)).status).toBe(200);
        await service.first.post(`/${plural}/${owner.id}/restore`);
        expect((await contentOf(service, id)).bytes.toString()).toBe(`of ${plural}`);
      },
    );

    it('of a file in a note follow the note, not the project that the note tells of', async () => {
      const project = await make(service.first, 'projects');
      const note = await make(service.first, 'notes', { project_id: project.id });
      const { id } = await attached(service, { note_id: note.id, name: 'screenshot' }, 'of a note');
      await service.first.delete(`/projects/${project.id}`);
      expect((await contentOf(service, id)).status).toBe(200);
      await service.first.delete(`/notes/${note.id}`);
      expect((await contentOf(service, id)).status).toBe(404);
    });
  });

  describe('the usage of files', () => {
    it('counts contents of files in the trash, and of owners in the trash, apart', async () => {
      const own = await make(service.second, 'projects');
      const usage = async (): Promise<unknown> => (await service.second.get('/file_usage')).body.file_usage;
      const limit = 50 * 2 ** 30;
      expect(await usage()).toEqual({ files: 0, bytes: 0, trash_bytes: 0, limit });
      const asSecond = { ...service, tokens: { ...service.tokens, first: service.tokens.second } };
      const one = await attached(asSecond, { project_id: own.id, name: 'a' }, 'four');
      await attached(asSecond, { project_id: own.id, name: 'b' }, 'sixsix');
      expect(await usage()).toEqual({ files: 2, bytes: 10, trash_bytes: 0, limit });
      await service.second.delete(`/files/${one.id}`);
      expect(await usage()).toEqual({ files: 1, bytes: 10, trash_bytes: 4, limit });
      await service.second.delete(`/projects/${own.id}`);
      expect(await usage()).toEqual({ files: 1, bytes: 10, trash_bytes: 10, limit });
    });
  });
});
