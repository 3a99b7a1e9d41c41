import { Refusal } from '../refusal.ts';
import { cursorOf, cursorText, type SortKey } from '../store/keyset.ts';
import type { Page, Place, Window } from '../store/page.ts';

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
}

const invalid = (message: string): Refusal =>
  new Refusal('invalid_query', `The parameter cursor ${message}.`, {
    problems: [{ parameter: 'cursor', code: 'not_allowed', message }],
  });

/**
 * The part of a list of this order that is wished for.
 * @throws {Refusal} `invalid_query` for a cursor of another list, or one beside a page number.
 */
export function windowOf({ perPage, page, cursor }: Wish, order: readonly SortKey[]): Window {
  if (cursor === undefined) return { perPage, page };
  if (page !== undefined) throw invalid('cannot be given together with page');
  const place = cursorOf(cursor, order);
  if (!place) throw invalid('is not one that this list has handed out');
  return { perPage, cursor: place };
}

function stepTo(place: Place): Step {
  if (place === 'start') return {};
  return 'page' in place ? { page: String(place.page) } : { cursor: cursorText(place.cursor) };
}

/** The way from a page to the others. */
export const stepsOf = (links: Page['links']): Part['links'] =>
  Object.fromEntries(Object.entries(links).map(([relation, place]) => [relation, stepTo(place)]));
