import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Json } from '../../support/service/client.ts';
import { make } from '../../support/data/make.ts';
import { reverting } from '../../support/data/reverting.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

const included = 'closed_at,next_step,next_step_on,remaining_amount,remaining_as_of';
const shown = async (id: string): Promise<Json> =>
  (await first.get(`/projects/${id}?include=${included}`)).body.project;
const change = (id: string, project: Json): Promise<Json> => first.patch(`/projects/${id}`, { project });
const remaining = async (id: string): Promise<unknown[]> => {
  const { remaining_amount: amount, remaining_as_of: day } = await shown(id);
  return [amount, day];
};
const faultsOf = ({ status, body }: Json): Json => [
  status,
  body.errors?.map(({ pointer, code }: Json) => `${pointer} ${code}`),
];

describe('the remaining amount of a project', () => {
  it('is of today unless the request says of which day', async () => {
    const today = service.clock.now().toISOString().slice(0, 10);
    const { id } = await make(first, 'projects', { remaining_amount: 700 });
    expect(await remaining(id)).toEqual([700, today]);
    await change(id, { remaining_amount: 600.5, remaining_as_of: '2026-02-28' });
    expect(await remaining(id)).toEqual([600.5, '2026-02-28']);
    await change(id, { remaining_amount: 550, remaining_as_of: '2026-02-28' });
    expect(await remaining(id)).toEqual([550, '2026-02-28']);
    await change(id, { remaining_as_of: '2026-01-31' });
    expect(await remaining(id)).toEqual([550, '2026-01-31']);
    await change(id, { name: 'Depot' });
    expect(await remaining(id)).toEqual([550, '2026-01-31']);
    await change(id, { remaining_amount: 500 });
    expect(await remaining(id)).toEqual([500, today]);
    await change(id, { remaining_amount: null });
    expect(await remaining(id)).toEqual([null, null]);
  });

  it('is required with its day, which is not after today', async () => {
    const { id } = await make(first, 'projects');
    expect(faultsOf(await change(id, { remaining_as_of: '2026-01-31' }))).toEqual([
      422,
      ['/project/remaining_amount required'],
    ]);
    expect(faultsOf(await change(id, { remaining_amount: 5, remaining_as_of: '2126-01-31' }))).toEqual([
      422,
      ['/project/remaining_as_of out_of_range'],
    ]);
    await change(id, { remaining_amount: 5 });
    expect(faultsOf(await change(id, { remaining_amount: null, remaining_as_of: '2026-01-31' }))).toEqual([
      422,
      ['/project/remaining_amount required'],
    ]);
  });

  it('comes back with its day when a change is reverted', async () => {
    const { id } = await make(first, 'projects', { remaining_amount: 9, remaining_as_of: '2026-01-31' });
    await change(id, { remaining_amount: null });
    await reverting(first, `/projects/${id}`, 1);
    expect(await remaining(id)).toEqual([9, '2026-01-31']);
  });
});

describe('closed_at of a project', () => {
  it('is the time of the last change of close_type to a value, and null while the project is open', async () => {
    const { id } = await make(first, 'projects');
    const closedAt = async (): Promise<string | null> => (await shown(id)).closed_at;
    expect(await closedAt()).toBe(null);
    const close = async (type: string | null): Promise<string> => {
      service.clock.advance(60_000);
      return (await change(id, { close_type: type })).body.project.updated_at;
    };
    const won = await close('won');
    expect(await closedAt()).toBe(won);
    service.clock.advance(60_000);
    await change(id, { name: 'Depot', closed_at: null });
    expect(await closedAt()).toBe(won);
    const cancelled = await close('cancelled');
    expect(await closedAt()).toBe(cancelled);
    await close(null);
    expect(await closedAt()).toBe(null);
    await reverting(first, `/projects/${id}`, 3);
    expect(await closedAt()).toBe(won);
    const { changes } = (await first.get(`/projects/${id}/history`)).body;
    expect(changes[0].fields.closed_at).toEqual({ from: null, to: won });
  });
});

describe('the next step of a project', () => {
  it('is set and cleared freely, sorts and filters lists, and is no key of a record', async () => {
    const { id } = await make(first, 'projects', { next_step: 'Call the owner', next_step_on: '2026-03-27' });
    expect(await shown(id)).toMatchObject({ next_step: 'Call the owner', next_step_on: '2026-03-27' });
    expect(Object.keys((await first.get(`/projects/${id}`)).body.project)).not.toContain('next_step');
    const found = (await first.get('/projects?next_step_on[lte]=2026-03-27&sort=-next_step')).body.projects;
    expect(found.map((project: Json) => project.id)).toContain(id);
    await change(id, { next_step: null, next_step_on: null });
    expect(await shown(id)).toMatchObject({ next_step: null, next_step_on: null });
  });
});
