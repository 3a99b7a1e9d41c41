import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runsOf } from '../support/endurance.ts';
import { csv, ended, upload } from '../support/data/importing.ts';
import { next } from '../support/data/make.ts';
import { startDelivering } from '../support/delivery/delivering.ts';
import type { Client, Json } from '../support/service/client.ts';
import { databaseFor, type TestService } from '../support/service/service.ts';
import { together, wholeTrail } from './trail.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await startDelivering();
  ({ first } = service);
});
afterAll(() => service.stop());

const rounds = runsOf(1, 20);

/** Rows with keys that no other file has. */
function file(rows: number): { readonly text: string; readonly keys: string[] } {
  const keys = Array.from({ length: rows }, () => `race-${next()}`);
  const lines = keys.map((key) => [key, `Company ${key}`, `${next()}`]);
  return { text: csv(['external_id', 'name', 'phone'], ...lines), keys };
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

const companiesOf = async (keys: readonly string[]): Promise<Json[]> =>
  (await first.get(`/companies?external_id=${keys.join()}&include=external_id&per_page=500`)).body.companies;

describe('two imports of one file at the same time', { timeout: 300_000 }, () => {
  it('make each record once, and both tell what became of every row', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { text, keys } = file(60);
      const imports = await together(2, () => upload(first, 'companies', text));
      const started = await Promise.all(imports.map(({ id }) => first.post(`/imports/${id}/run`)));
      expect(started.map(({ status }) => status)).toEqual([202, 202]);
      const done = await Promise.all(imports.map(({ id }) => ended(first, id)));
      expect(done.map(({ status }) => status)).toEqual(['complete', 'complete']);
      const sums = done.map(({ counts }) => total([counts.created, counts.updated, counts.unchanged]));
      expect(sums).toEqual([keys.length, keys.length]);
      expect(total(done.map(({ counts }) => counts.created))).toBe(keys.length);
      const made = await companiesOf(keys);
      expect(made.map(({ external_id: key }) => key).sort()).toEqual([...keys].sort());
      for (const { id } of made.slice(0, 5)) await wholeTrail(first, 'companies', id);
    }
  });
});

describe('two imports of one list without keys at the same time', { timeout: 300_000 }, () => {
  it('make each company once, in two processes too', async () => {
    const database = await databaseFor();
    await using one = await startDelivering({}, { on: database });
    // One process works alone on the embedded engine.
    const isServer = database.environment['DATABASE_URL'] !== undefined;
    await using second = isServer ? await startDelivering({}, { on: database }) : null;
    const other = second ?? one;
    for (let round = 0; round < rounds; round += 1) {
      const names = Array.from({ length: 300 }, () => [`Twice ${next()}`]);
      const imports = await together(2, () => upload(one.first, 'companies', csv(['Company'], ...names)));
      await Promise.all(imports.map(({ id }, at) => (at === 0 ? one : other).first.post(`/imports/${id}/run`)));
      const done = await Promise.all(imports.map(({ id }) => ended(one.first, id)));
      expect(total(done.map(({ counts }) => counts.created))).toBe(names.length);
    }
  });
});

describe('two runs of one import at the same time', { timeout: 300_000 }, () => {
  it('are one run', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { text, keys } = file(20);
      const { id } = await upload(first, 'companies', text);
      const started = await together(3, () => first.post(`/imports/${id}/run`));
      expect(started.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
      expect((await ended(first, id)).counts).toMatchObject({ read: keys.length, created: keys.length });
      expect(await companiesOf(keys)).toHaveLength(keys.length);
      const { webhook_messages: told } = (
        await first.get(`/webhook_messages?event_type=import.complete&payload.id=${id}`)
      ).body;
      expect(told.map(({ event_type: type }: Json) => type)).toEqual(['import.complete']);
    }
  });
});

describe('an import that runs while others change its records', { timeout: 300_000 }, () => {
  it('loses no change, and none is made twice', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { text, keys } = file(30);
      const { id } = await upload(first, 'companies', text);
      const rows = keys.map((key) => ({ external_id: key, name: `By hand ${key}`, website: 'hand.example' }));
      const [, bulk] = await Promise.all([
        // The rows may find the companies of the bulk, which have other names.
        first.post(`/imports/${id}/run`, { confirm: ['other_names'] }),
        first.post('/companies/bulk', { companies: rows }),
      ]);
      expect(bulk.status).toBe(200);
      expect((await ended(first, id)).status).toBe('complete');
      const found = await companiesOf(keys);
      expect(found).toHaveLength(keys.length);
      // Each of the two sets a field that the other leaves alone.
      for (const { id: one, website, phone } of found) {
        expect([website, phone === null]).toEqual(['hand.example', false]);
        await wholeTrail(first, 'companies', one);
      }
    }
  });
});
