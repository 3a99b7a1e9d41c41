import { foldWhole } from '../../resources/vocabulary/formats.ts';

/** Whether a text has a word to look for. */
export const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Whether a record was found by words of similar spelling: it does not have all of the typed ones. */
export function isSimilar(record: object, typed: string): boolean {
  const has = foldWhole(JSON.stringify(Object.values(record)));
  return foldWhole(typed)
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => word !== '' && !has.includes(word));
}
