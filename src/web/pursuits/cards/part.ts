import type { Query } from '../../../client/request.ts';
import type { Card } from '../card-fields.ts';

/** A part of the cards that match: all of them, those of some weeks, those without a date. */
export interface Part {
  /** The conditions of the part, besides those that all cards match. */
  readonly query: Query;
  readonly has: (card: Card) => boolean;
  readonly perPage: number;
  /** Whether every page after the first waits until somebody asks for it. */
  readonly isByPage: boolean;
}

/** The loading state of a part. */
export type PartState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'complete' }
  /** There is another page to ask for. */
  | { readonly kind: 'more' }
  | { readonly kind: 'too_many' }
  | { readonly kind: 'failed'; readonly error: unknown };
