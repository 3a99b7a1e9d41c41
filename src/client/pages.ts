import type { ApiRequest, Transport } from './request.ts';

/** Reads a list page by page, until there is no next page. */
export async function* readPages<Row>(transport: Transport, first: ApiRequest): AsyncGenerator<readonly Row[]> {
  for (let request: ApiRequest | null = first; request !== null; ) {
    const { data, headers } = await transport.send<Record<string, readonly Row[]>>(request);
    yield Object.values(data)[0] ?? [];
    const next = nextPage(headers);
    request = next === null ? null : { ...first, path: next, query: undefined };
  }
}

/** Path and query of the next page, below the version prefix; null on the last one. The address can be another's. */
export function nextPage(headers: Headers): string | null {
  const [, target] = /<([^<>]+)>; rel="next"/.exec(headers.get('link') ?? '') ?? [];
  return target?.replace(/^.*?\/api\/[^/]+/, '') ?? null;
}
