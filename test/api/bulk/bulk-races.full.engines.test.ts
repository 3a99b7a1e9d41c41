import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../support/service/client.ts';
import { leastBody, make, nameKey, next } from '../../support/data/make.ts';
import { matchedTable } from '../../support/data/registry.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
beforeAll(async () => void (service = await sharedService()));
afterAll(() => service.stop());

describe.each(matchedTable)('the rows of bulk requests for %s', (plural, resource) => {
  it('with the same external ids in parallel requests create each record once', async () => {
    const least = await leastBody(service.first, resource);
    for (const round of [1, 2, 3]) {
      const names = Array.from({ length: 60 }, (_, index) => `race ${round} ${next()} ${index}`);
      const row = (name: string, title: string) => ({
        ...least,
        external_id: name,
        [nameKey(resource)]: title,
      });
      const send = (rows: readonly string[], title: string) =>
        service.first.post(`/${plural}/bulk`, { [plural]: rows.map((name) => row(name, title)) });
      const replies = await Promise.all([
        send(names, 'one'),
        send(names.map((name) => name.toUpperCase()).reverse(), 'two'),
        send(
          names.filter((_, index) => index % 2),
          'three',
        ),
      ]);
      expect(
        replies.map(({ status }) => status),
        replies.map(({ text }) => text.slice(0, 300)).join(),
      ).toEqual([200, 200, 200]);
      const byName = new Map<string, Json[]>();
      for (const result of replies.flatMap(({ body }) => body.results as Json[])) {
        const name = String(result.external_id).toLowerCase();
        byName.set(name, [...(byName.get(name) ?? []), result]);
      }
      expect(byName.size).toBe(names.length);
      for (const results of byName.values()) {
        expect(new Set(results.map(({ id }) => id)).size).toBe(1);
        expect(results.filter(({ result }) => result === 'created').length).toBe(1);
        expect(results.filter(({ result }) => result === 'failed')).toEqual([]);
      }
    }
  });

  it('and parallel single requests are all applied, but not to a deleted record', async () => {
    const least = await leastBody(service.first, resource);
    for (let round = 0; round < 3; round += 1) {
      const name = `lone ${next()}`;
      const key = nameKey(resource);
      const { id } = await make(service.first, plural, { external_id: name });
      const others = await Promise.all([0, 1].map(() => make(service.first, plural)));
      const rows = [
        ...others.map((one) => ({ id: one.id, [key]: 'By bulk' })),
        { ...least, external_id: name, [key]: 'By bulk' },
      ];
      const [reply, deletion] = await Promise.all([
        service.first.post(`/${plural}/bulk`, { [plural]: rows }),
        service.first.delete(`/${plural}/${id}`),
        ...others.map((one) =>
          service.first.patch(`/${plural}/${one.id}`, { [resource.singular]: { external_id: `e${next()}` } }),
        ),
      ]);
      expect([reply.status, deletion.status], reply.text).toEqual([200, 204]);
      const { result, id: changed } = reply.body.results[2];
      expect([
        ['updated', true],
        ['created', false],
      ]).toContainEqual([result, changed === id]);
      for (const one of others)
        expect((await service.first.get(`/${plural}/${one.id}`)).headers.get('etag')).toBe('"3"');
    }
  });
});

describe('two parallel bulk requests', () => {
  it('with the same several hundred external ids in opposite order create each record once', async () => {
    const names = Array.from({ length: 450 }, (_, index) => `opposite ${next()} ${index}`);
    const send = (order: readonly string[]) =>
      service.first.post('/companies/bulk', {
        companies: order.map((name) => ({ external_id: name, name: `Company ${next()}` })),
      });
    const replies = await Promise.all([send(names), send(names.toReversed())]);
    expect(
      replies.map(({ status }) => status),
      replies.map(({ text }) => text.slice(0, 300)).join(),
    ).toEqual([200, 200]);
    const results = replies.flatMap(({ body }) => body.results as Json[]);
    expect(results.filter(({ result }) => result === 'created').length).toBe(names.length);
    expect(results.filter(({ result }) => result === 'updated').length).toBe(names.length);
    expect(new Set(results.map(({ id }) => id)).size).toBe(names.length);
  });
});
