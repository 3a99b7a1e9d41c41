import type { Client, Query } from './request.ts';

interface Listing {
  /** The list: `projects`. */
  readonly plural: string;
  readonly query?: Query;
  readonly signal?: AbortSignal | undefined;
}

/** Reads a list page by page, until there is no next page. */
export async function* readPages<Row>(client: Client, { plural, query, signal }: Listing): AsyncGenerator<Row[]> {
  let target: { path: string; query?: Query } | null = { path: `/${plural}`, ...(query ? { query } : {}) };
  while (target !== null) {
    const { body, next }: { body: Record<string, Row[]>; next: string | null } = await client.send({
      ...target,
      signal,
    });
    yield body[plural] ?? [];
    target = next === null ? null : { path: belowPrefix(next) };
  }
}

/** `Link` headers name the whole URL. Requests name the path below the version prefix. */
export const belowPrefix = (url: string): string => url.replace(/^.*?\/api\/[^/]+/, '');
