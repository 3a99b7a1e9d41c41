import { Refusal } from '../refusal.ts';
import type { ListPage, PageRequest } from '../store/query/page.ts';
import { askService, type Service } from './running-service.ts';

const perPage = 500;

/** All entries of a list, read from the database. */
export async function everyStored<Entry>(
  read: (pageRequest: PageRequest) => Promise<ListPage<Entry>>,
): Promise<Entry[]> {
  const found: Entry[] = [];
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const { entries, links } = await read({ perPage, cursor });
    found.push(...entries);
    cursor = links['next']?.cursor;
  }
  return found;
}

/** All entries of a list, read from a running service. @param asked further parameters of the list. */
export async function everyServed<Entry>(service: Service, plural: string, asked: object = {}): Promise<Entry[]> {
  const found: Entry[] = [];
  const first = new URLSearchParams({ ...asked, per_page: String(perPage) });
  for (let query: string | undefined = `?${first.toString()}`; query !== undefined; ) {
    const answer = await askService(service, 'GET', `/${plural}${query}`);
    found.push(...((answer.body as Record<string, Entry[]>)[plural] ?? []));
    query = nextQuery(answer.headers.get('link') ?? '');
  }
  return found;
}

/** The query of the `next` link. Its address is ignored, because it can be the public one. */
function nextQuery(links: string): string | undefined {
  const [, next] = /<([^>]*)>; rel="next"/.exec(links) ?? [];
  if (next === undefined) return undefined;
  if (!URL.canParse(next)) throw new Refusal('internal', `The service returned a link that is no URL: ${next}`);
  return new URL(next).search;
}
