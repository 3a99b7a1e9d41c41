import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runsOf } from '../support/endurance.ts';
import { make } from '../support/data/make.ts';
import type { Client } from '../support/service/client.ts';
import { sharedService, type TestService } from '../support/service/service.ts';
import { together, wholeTrail } from './trail.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

const increments = runsOf(120, 1000);
const callers = 8;

/** Adds one to the number of units, on the version that it has read, until that succeeds. @returns the refusals. */
async function increment(path: string): Promise<number> {
  for (let refusals = 0; ; refusals += 1) {
    const { body, headers } = await first.get(path);
    const condition = { 'if-match': headers.get('etag') ?? '' };
    const {
      status,
      text,
      headers: answered,
    } = await first.patch(path, { project: { units: Number(body.project.units) + 1 } }, condition);
    if (status === 200) return refusals;
    // Many that wait for one record for seconds are sent away, and may come again.
    if (status === 503) expect(answered.get('retry-after')).toMatch(/^\d+$/);
    else expect(status, text).toBe(412);
  }
}

describe('conditional increments of one number by several callers at once', { timeout: 600_000 }, () => {
  it(`are all kept: ${increments} of them`, async () => {
    const { id } = await make(first, 'projects', { units: 0 });
    let left = increments;
    const refusals = await together(callers, async () => {
      let refused = 0;
      while (left > 0) {
        left -= 1;
        refused += await increment(`/projects/${id}`);
      }
      return refused;
    });
    // Without a refusal the callers did not meet.
    expect(Math.max(...refusals)).toBeGreaterThan(0);
    expect((await first.get(`/projects/${id}`)).body.project.units).toBe(increments);
    const { changes } = await wholeTrail(first, 'projects', id);
    const counted = changes.slice(1).map(({ fields }) => [fields.units.from, fields.units.to]);
    expect(counted).toEqual(Array.from({ length: increments }, (_, number) => [number, number + 1]));
  });
});
