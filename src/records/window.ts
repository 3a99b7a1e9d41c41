import { queryRefusal, type Refusal } from '../refusal.ts';
import type { Engine } from '../store/engine.ts';
import { cursorOf, cursorText, newestFirst, type OrderedList } from '../store/keyset.ts';
import { type Listing, type Page, type Place, readPage, selecting, type Window } from '../store/page.ts';

/** Which part of a list a client asks for, the cursor as it was handed out. */
export interface Wish {
  readonly perPage: number;
  readonly page?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Query parameters that lead to another part of the list; none lead to its start. */
export type Step = Readonly<Partial<Record<'cursor' | 'page', string>>>;

/** A part of a list as JSON texts, and the way to the other parts: none when there is no other. */
export interface Part {
  readonly json: readonly string[];
  readonly links: Readonly<Record<string, Step>>;
  /** How many there are on all pages together, where that was asked for. */
  readonly total?: number;
}

const invalid = (message: string): Refusal => queryRefusal([{ parameter: 'cursor', code: 'not_allowed', message }]);

function windowOf({ perPage, page, cursor }: Wish, of: OrderedList): Window {
  if (cursor === undefined) return { perPage, page };
  const place = cursorOf(cursor, of);
  if (!place) throw invalid('is not one that this list has handed out');
  return { perPage, cursor: place };
}

function stepTo(place: Place, of: OrderedList): Step {
  if (place === 'start') return {};
  return 'page' in place ? { page: String(place.page) } : { cursor: cursorText(place.cursor, of) };
}

const stepsOf = (links: Page['links'], of: OrderedList): Part['links'] =>
  Object.fromEntries(Object.entries(links).map(([relation, place]) => [relation, stepTo(place, of)]));

/** The rows of a part of a list, and the way to the other parts. */
export interface ReadPart<Row> {
  readonly rows: readonly Row[];
  readonly links: Part['links'];
}

/**
 * Reads the part of a list that is wished for.
 * @throws {Refusal} `invalid_query` for a cursor of another list.
 */
export async function readPart<Row>(engine: Engine, listing: Listing, wish: Wish): Promise<ReadPart<Row>> {
  const { rows, links } = await readPage(engine, listing, windowOf(wish, listing));
  return { rows: rows as Row[], links: stepsOf(links, listing) };
}

/** What an account has of a kind that is not a resource: its rows as `t`, by `created_at` and `id`. */
interface Newest extends Pick<Listing, 'table' | 'conditions' | 'parameters'> {
  readonly columns: string;
}

/** As `readPart`, the newest first. */
export const readNewest = <Row>(engine: Engine, { columns, ...rest }: Newest, wish: Wish): Promise<ReadPart<Row>> =>
  readPart<Row>(
    engine,
    {
      ...rest,
      order: newestFirst,
      select: selecting(columns),
      keysOf: (row) => [row['created_at'] as string, row['id'] as string],
    },
    wish,
  );
