import { foldWhole } from '../resources/fold.ts';
import { columnsOf, ofEach, type Resource, type Row, type Value } from '../resources/resource.ts';

/**
 * The columns that a search reads, as they are written with a row: the short texts a line each, every word after a
 * space, and on a last line the words that stand after a mark, `2024` of `P-2024`; the whole words of the long text.
 */
export function searchValues(resource: Resource, row: Row): Readonly<Record<string, Value>> {
  const { searched } = resource;
  if (!searched) return {};
  const lines = textColumns(resource).map((name) => wordsOf(row[name]).join(' '));
  const text = { search_text: [...lines, wordsAfterMarks(lines).join(' ')].map((line) => ` ${line}`).join('\n') };
  return searched.words === undefined ? text : { ...text, search_words: wholeWords(row[searched.words]) };
}

const textColumns = ofEach((resource): readonly string[] =>
  (resource.searched?.text ?? []).flatMap((fieldName) =>
    columnsOf(resource).flatMap((column) => (column.fieldName === fieldName ? [column.name] : [])),
  ),
);

/** A text's words: what white space parts, case and accents folded. */
export const wordsOf = (text: Value | undefined): string[] =>
  typeof text === 'string' ? foldWhole(text).split(/\s+/u).filter(Boolean) : [];

const wordsAfterMarks = (lines: readonly string[]): string[] => [
  ...new Set(lines.flatMap((line) => line.match(/(?<=[^\p{L}\p{N}\s])[\p{L}\p{N}]+/gu) ?? [])),
];

/** An index keeps no longer ones: words are told apart by their beginnings. */
const longestWord = 64;

const cut = (word: string): string => (word.length > longestWord ? [...word].slice(0, longestWord).join('') : word);

/** The letters and digits that stand together in a text, each word once. */
export const wholeWords = (text: Value | undefined): string[] =>
  typeof text === 'string' ? wholeWordsIn(foldWhole(text)) : [];

const wholeWordsIn = (folded: string): string[] => [...new Set((folded.match(/[\p{L}\p{N}]+/gu) ?? []).map(cut))];

/** The words of a `search_text` of which mistaken spellings can be told. */
export const termsOf = (searchText: Value | undefined): string[] =>
  typeof searchText === 'string' ? wholeWordsIn(searchText).filter(isTerm) : [];

/** Whether a mistaken spelling of a whole word can be told: it is of letters alone, and enough of them. */
export const isTerm = (word: string): boolean => /^\p{L}{4,64}$/u.test(word);
