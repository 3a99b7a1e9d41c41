import { queryRefusal, type Refusal } from '../../refusal.ts';
import type { Engine } from '../../database/engine.ts';
import type { ObjectSelection } from '../../store/access/managed-objects.ts';
import { cursorOf, cursorText, newestFirst, type OrderedList, type Listing } from '../../store/query/keyset.ts';
import { type Page, type Place, readPage, selecting, type PagePosition } from '../../store/query/page.ts';

/** The part of a list that a client requests, with the cursor as the service issued it. */
export interface PageRequest {
  readonly perPage: number;
  readonly page?: number | undefined;
  readonly cursor?: string | undefined;
}

/** The query parameters of a link to another page; no parameters link to the first page. */
export type Step = Readonly<Partial<Record<'cursor' | 'page', string>>>;

/** A page of a list, with links to the other pages, if there are any. */
export interface ListPage<Entry> {
  readonly entries: readonly Entry[];
  readonly links: Readonly<Record<string, Step>>;
  /** The number of entries on all pages, if the client requested it. */
  readonly total?: number;
}

/** The page with each entry mapped. */
export const mapped = <Entry, Made>(page: ListPage<Entry>, make: (entry: Entry) => Made): ListPage<Made> => ({
  ...page,
  entries: page.entries.map(make),
});

const invalid = (message: string): Refusal => queryRefusal([{ parameter: 'cursor', code: 'not_allowed', message }]);

function positionOf({ perPage, page, cursor }: PageRequest, of: OrderedList): PagePosition {
  if (cursor === undefined) return { perPage, page };
  const place = cursorOf(cursor, of);
  if (!place) throw invalid('is not a cursor of this list');
  return { perPage, cursor: place };
}

function stepTo(place: Place, of: OrderedList): Step {
  if (place === 'start') return {};
  return 'page' in place ? { page: String(place.page) } : { cursor: cursorText(place.cursor, of) };
}

const stepsOf = (links: Page['links'], of: OrderedList): ListPage<never>['links'] =>
  Object.fromEntries(Object.entries(links).map(([relation, place]) => [relation, stepTo(place, of)]));

/**
 * Reads the requested page of a list.
 * @throws {Refusal} `invalid_query` for a cursor of another list.
 */
export async function readListPage<Row>(
  engine: Engine,
  listing: Listing,
  pageRequest: PageRequest,
): Promise<ListPage<Row>> {
  const { rows, links } = await readPage(engine, listing, positionOf(pageRequest, listing));
  return { entries: rows as Row[], links: stepsOf(links, listing) };
}

/** Like `readListPage`, for objects that are no resource, the newest first. */
export const readNewest = <Row>(
  engine: Engine,
  { columns, ...rest }: ObjectSelection,
  pageRequest: PageRequest,
): Promise<ListPage<Row>> =>
  readListPage<Row>(
    engine,
    {
      ...rest,
      order: newestFirst,
      select: selecting(columns),
      keysOf: (row) => [row['created_at'] as string, row['id'] as string],
    },
    pageRequest,
  );
