import type { Part, Wish } from '../records/window.ts';
import { Refusal } from '../refusal.ts';
import { askService, type Service } from './running-service.ts';

const perPage = 500;

/** Everything on a list, read from the database. */
export async function everyStored<Entry>(read: (wish: Wish) => Promise<Part>): Promise<Entry[]> {
  const found: Entry[] = [];
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const { json, links } = await read({ perPage, cursor });
    found.push(...json.map((text) => JSON.parse(text) as Entry));
    cursor = links['next']?.cursor;
  }
  return found;
}

/** Everything on a list, asked of a running service. */
export async function everyServed<Entry>(service: Service, plural: string): Promise<Entry[]> {
  const found: Entry[] = [];
  for (let query: string | undefined = `?per_page=${perPage}`; query !== undefined; ) {
    const answer = await askService(service, 'GET', `/${plural}${query}`);
    found.push(...((answer.body as Record<string, Entry[]>)[plural] ?? []));
    query = nextQuery(answer.headers.get('link') ?? '');
  }
  return found;
}

/** Only the query of a link is followed: its address may be one for the outside. */
function nextQuery(links: string): string | undefined {
  const [, next] = /<([^>]*)>; rel="next"/.exec(links) ?? [];
  if (next === undefined) return undefined;
  if (!URL.canParse(next)) throw new Refusal('internal', `The service answers with a link that is none: ${next}`);
  return new URL(next).search;
}
