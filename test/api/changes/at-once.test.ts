import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Reply } from '../../support/service/client.ts';
import { make } from '../../support/data/make.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';
import { clientOf } from '../../support/service/tokens.ts';

let service: TestService;
let first: Client;
let ids: string[];
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
  ids = [];
  for (let count = 0; count < 12; count += 1) ids.push((await make(first, 'projects', { name: `Job ${count}` })).id);
});
afterAll(() => service.stop());

const newToken = async () => await clientOf(service, { userId: (await first.get('/users/me')).body.user.id });

const statuses = (replies: readonly Reply[]): number[] => replies.map(({ status }) => status);

describe('parallel reads of records', () => {
  it('each return the requested record, with fewer than two statements a read on a Postgres server', async () => {
    service.statements.length = 0;
    const replies = await Promise.all([...ids, ...ids].map((id) => first.get(`/projects/${id}`)));
    const named = (of: readonly string[]): string[] => of.map((_, index) => `${ids[index]}: Job ${index}`);
    expect(replies.map(({ body }) => `${body.project.id}: ${body.project.name}`)).toEqual([
      ...named(ids),
      ...named(ids),
    ]);
    // The embedded engine runs a statement before the service reads the next request.
    const most = service.engine.kind === 'embedded' ? 2 * replies.length : 2 * replies.length - 1;
    expect(service.statements.length).toBeLessThanOrEqual(most);
  });

  it('find records of their own account only, also next to reads of another account', async () => {
    const replies = await Promise.all(
      ids.flatMap((id) => [
        first.get(`/projects/${id}`),
        service.second.get(`/projects/${id}`),
        first.get('/projects/999'),
      ]),
    );
    expect(statuses(replies)).toEqual(ids.flatMap(() => [200, 404, 404]));
  });

  it('find the private records of their own user, and not those of a colleague', async () => {
    const colleague = await make(first, 'users', { first_name: 'Mia', role: 'member' });
    const { client } = await clientOf(service, { userId: colleague.id, scopes: ['read', 'write'] });
    const mine = await make(first, 'saved_views', { name: 'My bids' });
    const theirs = await make(client, 'saved_views', { name: 'Their bids' });
    const ask = () => [first, client].flatMap((who) => [mine, theirs].map(({ id }) => who.get(`/saved_views/${id}`)));
    const replies = await Promise.all(Array.from({ length: 6 }, ask).flat());
    expect(statuses(replies)).toEqual(Array.from({ length: 6 }, () => [200, 404, 404, 200]).flat());
  });

  it('show every acknowledged write, however many other reads run', async () => {
    const [id = ''] = ids;
    let isDone = false;
    const others = Array.from({ length: 8 }, async () => {
      while (!isDone) await first.get(`/projects/${id}`);
    });
    const seen: string[] = [];
    const told = Array.from({ length: 20 }, (_, count) => `Renamed ${count}`);
    try {
      for (const name of told) {
        await first.patch(`/projects/${id}`, { project: { name } });
        seen.push((await first.get(`/projects/${id}`)).body.project.name);
      }
    } finally {
      isDone = true;
      await Promise.all(others);
    }
    expect(seen).toEqual(told);
  });
});

describe('a revoked token', () => {
  it('is refused immediately, and other tokens in parallel requests still work', async () => {
    const kept = await newToken();
    const revoked = await newToken();
    const ask = () => [kept.client.get('/projects?per_page=1'), revoked.client.get('/projects?per_page=1')];
    expect(statuses(await Promise.all(Array.from({ length: 6 }, ask).flat()))).toEqual(Array(12).fill(200));
    const before = Array.from({ length: 6 }, ask).flat();
    expect((await first.delete(`/api_tokens/${revoked.id}`)).status).toBe(204);
    expect(statuses(await Promise.all(Array.from({ length: 6 }, ask).flat()))).toEqual(
      Array.from({ length: 6 }, () => [200, 401]).flat(),
    );
    await Promise.all(before);
  });
});
