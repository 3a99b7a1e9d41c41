import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importedFamilies } from '../../../src/resources/transfer/imports.ts';
import { hostileTexts, makeHostile } from '../../support/data/hostile-records.ts';
import { startDelivering } from '../../support/delivery/delivering.ts';
import { done, rowsOf } from '../../support/data/importing.ts';
import type { Json } from '../../support/service/client.ts';
import type { TestService } from '../../support/service/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startDelivering();
  await makeHostile(service.first);
});
afterAll(() => service.stop());

/** Exports a list and uploads the file again. */
async function again(family: string, format: string): Promise<Json> {
  const headers = { authorization: `Bearer ${service.tokens.first}`, 'content-type': 'application/octet-stream' };
  const file = await fetch(service.first.address(`/${family}.${format}`), { headers });
  const body = Buffer.from(await file.arrayBuffer());
  const sent = await fetch(service.first.address(`/imports?as=${family}`), { method: 'POST', headers, body });
  return ((await sent.json()) as Json).import;
}

describe.each(importedFamilies)('an export of %s with hostile texts', (family) => {
  it.each(['csv', 'xlsx', 'ndjson'])('as %s changes nothing when it is imported again', async (format) => {
    const { id } = await again(family, format);
    const { counts } = await done(service.first, id, 'run');
    const changed = (await rowsOf(service.first, id)).filter(({ result }) => result !== 'unchanged');
    expect(changed.map(({ cells, errors, result }) => [result, errors, cells])).toEqual([]);
    expect(counts.read).toBeGreaterThanOrEqual(hostileTexts.length);
  });
});
