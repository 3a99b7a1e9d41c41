import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csv, done, drafted, plain, strict, rowsOf } from '../../support/data/importing.ts';
import { eventually, startDelivering } from '../../support/delivery/delivering.ts';
import type { Client } from '../../support/service/client.ts';
import type { TestService } from '../../support/service/service.ts';

let service: TestService;
let client: Client;
beforeAll(async () => {
  service = await startDelivering();
  client = service.first;
});
afterAll(() => service.stop());

/** More rows, and more parts of 256 KiB, than two steps of the deletion take. */
const rows = 4100;
const charactersOfRow = 2700;

describe('the deletion of a file with many rows', { timeout: 120_000 }, () => {
  it('removes every row and part of the file and no other, while other requests are answered', async () => {
    const remark = 'x'.repeat(charactersOfRow);
    const text = csv(['name', 'amount', 'remark'], ...Array.from({ length: rows }, () => ['Job', 'much', remark]));
    const mapping = { columns: strict(...plain('name', 'amount')) };
    const small = await drafted(client, 'projects', csv(['name', 'amount'], ['Other job', 'little']), mapping);
    const one = await drafted(client, 'projects', text, mapping);
    for (const { id } of [small, one]) await done(client, id, 'check');
    expect(await stored(one.id)).toEqual({ rows, hasParts: true });
    expect(await client.delete(`/imports/${one.id}/file`)).toMatchObject({ status: 204 });
    const during: number[] = [];
    await eventually(async () => {
      const [answer, listed] = await Promise.all([client.get('/projects?per_page=1'), rowsOf(client, one.id)]);
      during.push(answer.status);
      expect(listed).toEqual([]);
      expect(await stored(one.id)).toEqual({ rows: 0, hasParts: false });
    });
    expect(new Set(during)).toEqual(new Set([200]));
    const left = (await client.get(`/imports/${one.id}`)).body.import;
    expect(left).toMatchObject({ file: null, dry_run: { read: rows, rejected: rows } });
    expect(await rowsOf(client, small.id)).toHaveLength(1);
    expect(await jobs()).toBe(0);
  });

  /** What the database keeps of an import, and of files that belong to no import. */
  async function stored(id: string): Promise<{ rows: number; hasParts: boolean }> {
    const [kept] = await service.engine.query<{ rows: number; parts: boolean }>(
      `select (select count(*)::integer from import_rows where account_id = 1 and import_id = $1::bigint) as rows,
        (select count(*) > 20 from import_chunks where account_id = 1) as parts`,
      [id],
    );
    const [parts] = await service.engine.query<{ all: number }>(
      `select count(*)::integer as all from import_chunks c where c.account_id = 1
        and not exists (select from import_states s where s.account_id = 1 and s.file_id = c.file_id)`,
      [],
    );
    return { rows: kept?.rows ?? -1, hasParts: kept?.parts === true || (parts?.all ?? 0) > 0 };
  }

  async function jobs(): Promise<number> {
    const [kept] = await service.engine.query<{ all: number }>(
      `select count(*)::integer as all from jobs where account_id = 1 and kind = 'import_file'`,
      [],
    );
    return kept?.all ?? -1;
  }
});
