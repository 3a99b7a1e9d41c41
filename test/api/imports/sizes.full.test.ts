import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { csv, done, drafted, plain } from '../../support/data/importing.ts';
import { startDelivering } from '../../support/delivery/delivering.ts';
import type { Json } from '../../support/service/client.ts';
import type { TestService } from '../../support/service/service.ts';
import { sheetOf, textRow } from '../../transfer/files/support/workbook.ts';

let service: TestService;
beforeAll(async () => {
  service = await startDelivering();
});
afterAll(() => service.stop());

const sizeOf = async (id: string): Promise<number> => {
  const [row] = await service.engine.query<{ size: number }>(
    'select row_characters::integer as size from import_states where id = $1::bigint',
    [id],
  );
  return row?.size ?? -1;
};

test('the characters of the rows are counted once for each import, until its file is deleted', async () => {
  const { first } = service;
  const one = await drafted(first, 'projects', csv(['name', 'note'], ['Clinic', 'x'.repeat(1000)], ['Tower', '']), {
    columns: plain('name'),
  });
  for (const action of ['check', 'run'] as const) {
    await done(first, one.id, action);
    expect(await sizeOf(one.id)).toBe(2 * 102 + 1000 + 'ClinicTower'.length);
  }
  expect(await first.delete(`/imports/${one.id}/file`)).toMatchObject({ status: 204 });
  expect(await sizeOf(one.id)).toBe(0);
});

test('a workbook of many stored parts is read where it is stored', async () => {
  const { first } = service;
  const texts = Array.from({ length: 40 }, (_, at) => `${at} ${randomBytes(15_000).toString('hex')}`);
  const workbook = sheetOf(
    [textRow(1, 'name', 'description'), ...texts.map((text, at) => textRow(at + 2, `Job ${at}`, text))].join(''),
  );
  const response = await fetch(first.address('/imports?as=projects'), {
    method: 'POST',
    headers: { authorization: `Bearer ${service.tokens.first}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(workbook),
  });
  expect(workbook.length).toBeGreaterThan(2 * 256 * 1024);
  const { import: one } = (await response.json()) as Json;
  expect(await done(first, one.id, 'run')).toMatchObject({ counts: { created: 40 } });
  const { projects } = (await first.get('/projects?per_page=40&fields=description')).body;
  expect(new Set(projects.map(({ description }: Json) => description))).toEqual(new Set(texts));
});

test('an import fails if the rows of all imports of the account are too many for it', async () => {
  const { first, second } = service;
  const text = csv(['name'], ['Clinic']);
  const large = await drafted(first, 'projects', text, { columns: plain('name') });
  await service.engine.query('update import_states set row_characters = $2::bigint where id = $1::bigint', [
    large.id,
    String(8 * 2 ** 30),
  ]);
  const one = await drafted(first, 'projects', text, { columns: plain('name') });
  expect(await done(first, one.id, 'check')).toMatchObject({
    status: 'draft',
    problem: 'The imports of the account have more than 8 Gi characters. Delete the files of old ones. Place: row 1.',
  });
  const ofAnother = await drafted(second, 'projects', text, { columns: plain('name') });
  expect(await done(second, ofAnother.id, 'check')).toMatchObject({ status: 'checked' });
  expect(await first.delete(`/imports/${large.id}/file`)).toMatchObject({ status: 204 });
  expect(await done(first, one.id, 'check')).toMatchObject({ status: 'checked' });
});
