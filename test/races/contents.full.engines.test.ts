import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { make } from '../support/data/make.ts';
import { attached, contentOf, upload } from '../support/data/uploads.ts';
import { runsOf } from '../support/endurance.ts';
import { type S3Stub, startS3Stub } from '../support/s3/s3-stub.ts';
import { databaseFor, startTestService, type TestService } from '../support/service/service.ts';
import { run } from '../cli/command-line.ts';

/** How often everything happens at once. */
const rounds = runsOf(5, 200);

const dayMs = 24 * 60 * 60 * 1000;

/** The bytes of files, and what has become of these files. */
interface Contents {
  readonly bytes: Buffer;
  readonly sha256: string;
  /** The files that must have the bytes. */
  readonly having: string[];
  /** The files of records that came back: they have the bytes unless these were erased before. */
  readonly returned: string[];
  /** Whether a file with the bytes has just come into the trash. */
  isInTrash: boolean;
}

let service: TestService;
let project_id: string;

const newContents = (): Contents => {
  const bytes = randomBytes(1 + Math.floor(Math.random() * 2000));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { bytes, sha256, having: [], returned: [], isInTrash: false };
};

const attach = async ({ bytes }: Contents, owner: Readonly<Record<string, string>> = { project_id }): Promise<string> =>
  (await attached(service, { ...owner, name: 'photo.bin' }, bytes)).id;

/** Does something at a random instant of the next moments. */
const soon = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  await pause(Math.random() * 30);
  return await work();
};

/** Uploads bytes that other clients, and the collector, have in hand. */
const attachSoon = async (contents: Contents): Promise<void> =>
  void contents.having.push(await soon(() => attach(contents)));

async function restoreSoon(id: string, contents: Contents): Promise<void> {
  const { status, text } = await soon(() => service.first.post(`/files/${id}/restore`));
  expect([200, 409], text).toContain(status);
  if (status === 200) contents.having.push(id);
}

/** What happens to contents at once, after their first files have been prepared. */
type Race = (contents: Contents) => Promise<() => Promise<unknown>>;

const inTrash = async (contents: Contents): Promise<string> => {
  const id = await attach(contents);
  await service.first.delete(`/files/${id}`);
  return id;
};

/** Brings a record with a file into the trash. @returns the file, and the way back. */
async function withOwnerInTrash(contents: Contents, [plural, singular]: readonly [string, string]) {
  const owner = await make(service.first, plural);
  const id = await attach(contents, { [`${singular}_id`]: owner.id });
  await service.first.delete(`/${plural}/${owner.id}`);
  return async () => {
    const { status, text } = await soon(() => service.first.post(`/${plural}/${owner.id}/restore`));
    expect(status, text).toBe(200);
    contents.returned.push(id);
  };
}

const races: readonly Race[] = [
  // Nobody wants the contents.
  async (contents) => {
    await inTrash(contents);
    return async () => undefined;
  },
  async (contents) => {
    const id = await inTrash(contents);
    return () => restoreSoon(id, contents);
  },
  async (contents) => {
    const id = await inTrash(contents);
    return () => Promise.all([attachSoon(contents), restoreSoon(id, contents), attachSoon(contents)]);
  },
  async (contents) => await withOwnerInTrash(contents, ['notes', 'note']),
  async (contents) => {
    const restore = await withOwnerInTrash(contents, ['companies', 'company']);
    const id = await inTrash(contents);
    return () => Promise.all([restore(), restoreSoon(id, contents), attachSoon(contents)]);
  },
  // The last file with the contents goes while another one comes.
  async (contents) => {
    await inTrash(contents);
    const id = await attach(contents);
    const remove = async () => {
      expect((await soon(() => service.first.delete(`/files/${id}`))).status).toBe(204);
      contents.isInTrash = true;
    };
    return () => Promise.all([remove(), attachSoon(contents)]);
  },
  // The record of an upload goes, and the bytes with it, unless another upload brings them too.
  async (contents) => {
    const company_id = (await make(service.first, 'companies')).id;
    const refused = async () => {
      const sent = await soon(() => upload(service, { company_id, name: 'refused' }, contents.bytes));
      expect([201, 422]).toContain(sent.status);
      if (sent.status === 201) contents.isInTrash = true;
    };
    const remove = () => soon(() => service.first.delete(`/companies/${company_id}`));
    return () => Promise.all([refused(), refused(), remove(), Math.random() < 0.5 && attachSoon(contents)]);
  },
];

/** Whether the account must have the contents. Expects that each file that must have the bytes has them. */
async function isHeld({ bytes, having, returned, isInTrash }: Contents): Promise<boolean> {
  for (const id of having) expect((await contentOf(service, id)).bytes.equals(bytes), id).toBe(true);
  let isThere = having.length > 0 || isInTrash;
  for (const id of returned) {
    const { status, bytes: found, body } = await contentOf(service, id);
    if (status === 200) expect(found.equals(bytes)).toBe(true);
    else expect([isThere, status, body.detail]).toEqual([false, 404, expect.stringContaining('erased')]);
    isThere ||= status === 200;
  }
  return isThere;
}

const sorted = (names: Iterable<string>): string[] => [...names].toSorted();

/** Waits until the account has these contents and no others: in its rows, its quota and its store. */
async function expectExactly(held: readonly Contents[], objects: () => Promise<string[]>): Promise<void> {
  const names = sorted(held.map(({ sha256 }) => sha256));
  const rows = 'select sha256, erasing_at from file_blobs order by sha256';
  const expected = names.map((sha256) => ({ sha256, erasing_at: null }));
  await vi.waitFor(async () => expect(await service.engine.query(rows)).toEqual(expected), { timeout: 10_000 });
  expect(await objects()).toEqual(names);
  const { file_usage: usage } = (await service.first.get('/file_usage')).body;
  expect(usage.bytes).toBe(held.reduce((sum, { bytes }) => sum + bytes.length, 0));
}

/** Lets everything happen to new contents at once, while the collector erases those of the trash. */
async function playRound(objects: () => Promise<string[]>): Promise<void> {
  const played = [...races, ...races].map((race) => ({ race, contents: newContents() }));
  const begun = await Promise.all(played.map(({ race, contents }) => race(contents)));
  service.clock.advance(90 * dayMs + 1000);
  await Promise.all(begun.map((begin) => begin()));
  const held: Contents[] = [];
  for (const { contents } of played) if (await isHeld(contents)) held.push(contents);
  // Of two uploads of the same bytes that are both refused, each may leave them to the other, until a day has passed.
  service.clock.advance(dayMs + 1000);
  await expectExactly(held, objects);
  // The next round erases them.
  const live = played.flatMap(({ contents: { having, returned } }) => [...having, ...returned]);
  for (const id of live) expect((await service.first.delete(`/files/${id}`)).status).toBe(204);
}

describe.each(['folder', 'bucket'])('contents in a %s', (place) => {
  let stub: S3Stub;
  beforeAll(async () => void (stub = await startS3Stub()));
  afterAll(() => stub[Symbol.asyncDispose]());

  test('are erased, claimed, deleted and restored at once, and no live file loses them', {
    timeout: 60_000 + rounds * 10_000,
  }, async () => {
    const { keyId, secret } = stub.keys;
    const bucket = { FILES_S3_URL: stub.url, FILES_S3_KEY_ID: keyId, FILES_S3_SECRET: secret };
    const settings = place === 'bucket' ? bucket : {};
    const database = await databaseFor();
    service = await startTestService(settings, { on: database, pace: { collectEveryMs: 5 } });
    // The disk has the real time: parts of uploads must not look abandoned after many rounds.
    service.clock.set('1971-01-01T00:00:00Z');
    project_id = (await make(service.first, 'projects')).id;
    const folder = join(service.dataFolder, 'files', '1');
    const paths = async () =>
      place === 'bucket' ? [...stub.objects.keys()] : await readdir(folder, { recursive: true }).catch(() => []);
    const objects = async () => sorted((await paths()).flatMap((path) => /[\da-f]{64}$/.exec(path) ?? []));
    for (let round = 0; round < rounds; round += 1) await playRound(objects);
    await service.stop();
    expect(await run({ ...database.environment, ...settings }, ['check', '--deep'])).toMatchObject({ status: 0 });
  });
});
