import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** A service that keeps preferences. It answers each request a little later, and a read later than a change. */
beforeEach(() => {
  const stored: Record<string, unknown> = {};
  vi.stubGlobal('window', { location: { href: 'http://crm.example/' } });
  vi.stubGlobal('fetch', async (_url: string, { method = 'GET', body }: RequestInit) => {
    const seen = { ...stored };
    await new Promise((resolve) => setTimeout(resolve, method === 'GET' ? 10 : 5));
    if (method === 'GET') return Response.json({ preferences: seen });
    const { preferences } = JSON.parse(body as string) as { preferences: Record<string, unknown> };
    if (preferences['rail'] === 'wide') return Response.json({ title: 'Refused', status: 422 }, { status: 422 });
    return Response.json({ preferences: Object.assign(stored, preferences) });
  });
  // A page that is loaded anew begins with new modules.
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

async function openPage() {
  const { changePreferences, preferencesQuery } = await import('../../../src/web/data/preferences.ts');
  const { queryClient } = await import('../../../src/web/data/query-client.ts');
  const shown = () => queryClient.getQueryData(preferencesQuery.queryKey);
  return { change: changePreferences, query: preferencesQuery, client: queryClient, shown };
}

test('changes of preferences that are not read yet are all shown', async () => {
  const { change, shown } = await openPage();
  await Promise.all([change({ set_up_seen: true }), change({ pinned_views: { 7: true } })]);
  const all = { set_up_seen: true, pinned_views: { 7: true } };
  expect(shown()).toEqual(all);
  await change({ rail: 'narrow' });
  expect(shown()).toEqual({ ...all, rail: 'narrow' });
});

test('a refused change of preferences takes back itself alone', async () => {
  const { change, query, client, shown } = await openPage();
  const end = new QueryObserver(client, query).subscribe(() => undefined);
  await vi.waitFor(() => expect(shown()).toEqual({}));
  const changes = [change({ rail: 'wide' as 'narrow' }), change({ set_up_seen: true })];
  expect((await Promise.allSettled(changes)).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(shown()).toEqual({ set_up_seen: true });
  await expect(change({ rail: 'wide' as 'narrow' })).rejects.toThrow();
  expect(shown()).toEqual({ set_up_seen: true });
  end();
});
