import { foldWhole } from '../../resources/vocabulary/formats.ts';

/** Whether a text has a word to look for. */
export const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Whether a record was found by words of similar spelling: it does not have all of the typed ones. */
export function isSimilar(record: object, typed: string): boolean {
  const has = foldWhole(JSON.stringify(Object.values(record)));
  // I-35, I 35 and I35 are one, and so are "and" and &.
  const joined = has.replaceAll(/[^\p{L}\p{N}]+/gu, '');
  return foldWhole(typed)
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => word !== '' && word !== 'and' && !has.includes(word) && !joined.includes(word));
}
