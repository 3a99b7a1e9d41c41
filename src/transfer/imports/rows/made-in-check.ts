import { mostMadeInCheck } from '../../../resources/transfer/shown-import.ts';
import { digestOf } from './row-digest.ts';

/** Keys of records, by the plural of their resource. */
export type MadeKeys = Readonly<Record<string, readonly string[]>>;

/**
 * The digests of the records that a check has made so far. Each of its steps takes its records back and makes them anew,
 * so they are stored with each step.
 */
export function withMade(before: MadeKeys, added: MadeKeys): MadeKeys {
  const entries = Object.entries(added).map(([plural, keys]) => {
    const digests = keys.map((key) => digestOf(key)?.slice(0, digestLength) ?? '');
    return [plural, [...new Set([...(before[plural] ?? []), ...digests])].slice(0, mostMadeInCheck)] as const;
  });
  return { ...before, ...Object.fromEntries(entries) };
}

const digestLength = 12;

/** How many records there are. */
export const countsOfMade = (made: MadeKeys): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(made).flatMap(([plural, { length }]) => (length > 0 ? [[plural, length]] : [])));
