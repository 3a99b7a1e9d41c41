import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceOf } from '../../../src/resources/index.ts';
import { importedFamilies } from '../../../src/resources/transfer/imports.ts';
import { fullBody, make, postNew } from '../../support/data/make.ts';
import { done, rowsOf } from '../../support/data/importing.ts';
import { defineFields, makeVaried } from '../../support/data/varied.ts';
import { startDelivering } from '../../support/delivery/delivering.ts';
import type { Client, Json } from '../../support/service/client.ts';
import type { TestService } from '../../support/service/service.ts';

let service: TestService;
let client: Client;
beforeAll(async () => {
  service = await startDelivering();
  client = service.first;
  await defineFields(client);
  await makeVaried(client, 30, () => service.clock.advance(1000));
  for (const plural of importedFamilies) {
    const resource = resourceOf(plural);
    await postNew(client, resource, { [resource.singular]: await fullBody(client, resource) });
    await make(client, plural);
  }
});
afterAll(() => service.stop());

const authorization = (): Record<string, string> => ({ authorization: `Bearer ${service.tokens.first}` });

/** Exports a list and uploads the file again. */
async function again(family: string, format: string): Promise<Json> {
  const file = await fetch(client.address(`/${family}.${format}`), { headers: authorization() });
  const response = await fetch(client.address(`/imports?as=${family}`), {
    method: 'POST',
    headers: { ...authorization(), 'content-type': 'application/octet-stream' },
    body: Buffer.from(await file.arrayBuffer()),
  });
  const { import: one, ...rest } = (await response.json()) as Json;
  expect(rest).toEqual({});
  return one;
}

const hasBlankEnds = (value: Json): boolean => {
  if (typeof value === 'string') return value !== value.trim();
  return typeof value === 'object' && value !== null && Object.values(value).some(hasBlankEnds);
};

describe.each(importedFamilies)('an export of %s', (family) => {
  it.each(['csv', 'xlsx', 'ndjson'])('as %s changes nothing when it is imported again', async (format) => {
    const one = await again(family, format);
    // The second file has the columns of the first. Exports have columns that no client can set.
    const usual = /^The columns are those of import |^\d+ columns? (?:is|are) not imported: /;
    const odd = one.oddities.filter((oddity: string) => !usual.test(oddity));
    expect(odd).toEqual([]);
    const checked = await done(client, one.id, 'check');
    const rows = await rowsOf(client, one.id);
    // An import removes blanks at the ends of texts, which an API client can store.
    const changed = rows.filter(({ cells, result }) => result !== 'unchanged' && !hasBlankEnds(cells));
    expect(changed.map(({ cells, errors, result }) => [result, errors, cells])).toEqual([]);
    expect(checked.dry_run.rejected).toBe(0);
    expect(checked.dry_run.read).toBeGreaterThan(1);
  });
});
