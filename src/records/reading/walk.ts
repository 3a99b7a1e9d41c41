import { Refusal } from '../../refusal.ts';
import type { Resource } from '../../resources/resource.ts';
import { readCount } from '../../store/query/counts.ts';
import type { ListPage, PageLink } from '../../store/query/page.ts';
import type { StoreContext } from '../request-context.ts';
import type { RecordText } from '../results.ts';
import type { ListRequest } from './list-request.ts';
import { selectionOf } from './list-selection.ts';
import { readList } from './read.ts';
import { searchList } from './search.ts';

/** A list to read to its end: its filters, order and shape, and the text of a search. */
export interface WholeList extends Omit<ListRequest, 'perPage' | 'page' | 'cursor'> {
  readonly q?: string | undefined;
}

/**
 * Reads a list to its end, page by page, each by a statement of its own: the walk holds no lock and no transaction. A
 * record whose sorted or filtered values change meanwhile may be missed or come twice. The first page counts toward the
 * unread bytes of the answer for as long as the answer lasts, and stands for the page that the walk holds at any time.
 * @throws {Refusal} as the list does.
 */
export async function* walkList(
  context: StoreContext,
  resource: Resource,
  asked: WholeList,
): AsyncGenerator<readonly RecordText[]> {
  let place: WalkPlace = { level: 0, read: 0, step: {} };
  for (;;) {
    const { page, level } = await readFitting(inRoom(context, place), { resource, asked }, place);
    const { next } = page.links;
    yield page.entries;
    if (!next) return;
    const read = place.read + sizeOf(level);
    place = { level: largerIfAligned(level, read), read, step: next };
  }
}

/** The number of records of a whole list. A search has at most the records that it shows, so it is not counted. */
export async function countWhole(context: StoreContext, resource: Resource, asked: WholeList): Promise<number | null> {
  if (asked.q !== undefined) return null;
  return (await readCount(context.store.engine, selectionOf(context, resource, asked, asked.asOf ?? context.at))).total;
}

/** The page sizes, each a multiple of the next: large records or many included ones need smaller pages. */
const sizes = [500, 100, 20, 4, 1] as const;

const sizeOf = (level: number): number => sizes[level] ?? 1;

interface WalkPlace {
  /** The index of the page size. */
  readonly level: number;
  /** The number of records on the pages before. */
  readonly read: number;
  readonly step: PageLink;
}

/** The next larger size, if the numbered pages of a search begin at this place too. */
const largerIfAligned = (level: number, read: number): number =>
  level > 0 && read % sizeOf(level - 1) === 0 ? level - 1 : level;

function inRoom(context: StoreContext, { read }: WalkPlace): StoreContext {
  if (read === 0) return context;
  const { room: _held, ...unbound } = context;
  return unbound;
}

/** Reads a page, with fewer records if they are too much for one page. */
async function readFitting(
  context: StoreContext,
  by: { readonly resource: Resource; readonly asked: WholeList },
  place: WalkPlace,
): Promise<{ readonly page: ListPage<RecordText>; readonly level: number }> {
  for (let level = place.level; ; level += 1) {
    try {
      return { page: await readPage(context, by, { ...place, level }), level };
    } catch (error) {
      if (!isTooLarge(error) || level === sizes.length - 1) throw error;
      context.room?.restart();
    }
  }
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof Refusal && error.problems.some(({ code }) => code === 'too_many');

async function readPage(
  context: StoreContext,
  { resource, asked: { q, ...asked } }: { readonly resource: Resource; readonly asked: WholeList },
  { level, read, step: { cursor } }: WalkPlace,
): Promise<ListPage<RecordText>> {
  const perPage = sizeOf(level);
  if (q === undefined) return await readList(context, resource, { ...asked, perPage, cursor });
  return await searchList(context, resource, { ...asked, q, perPage, page: read / perPage + 1 });
}
