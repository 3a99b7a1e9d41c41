import type { Client, Json, Reply } from '../service/client.ts';

/** Returns the addresses of a `Link` header by relation. */
export const linksOf = ({ headers }: Reply): Partial<Record<string, string>> =>
  Object.fromEntries(
    [...(headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, address, relation]) => [
      relation,
      address,
    ]),
  );

/** Returns the pages from an address on, which it finds by one relation. Runs `meanwhile` beside each request. */
export async function follow(
  client: Client,
  from: { path: string; relation?: 'next' | 'prev' },
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<Json[][]> {
  const pages: Json[][] = [];
  for (let address: string | undefined = from.path; address !== undefined; ) {
    const [page]: [Reply, unknown] = await Promise.all([client.get(address), meanwhile()]);
    if (page.status !== 200) throw new Error(`${address} answers ${page.text}`);
    pages.push(Object.values<Json[]>(page.body)[0] ?? []);
    address = linksOf(page)[from.relation ?? 'next'];
  }
  return pages;
}
