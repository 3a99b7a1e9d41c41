import { foldWhole } from '../resources/fold.ts';
import { columnsOf, ofEach, type Resource, type Row, type Value } from '../resources/resource.ts';

/**
 * The columns that a search reads, as they are written with a row. `search_text`: the short texts a line each, every
 * word after a space, and on a last line the words that stand after a mark, `2024` of `P-2024`. `search_keys`: what an
 * index finds the row by: each of these words, the whole words of the long text, the month in which it was made, and a
 * key that all have.
 */
export function searchValues(resource: Resource, row: Row): Readonly<Record<string, Value>> {
  const { searched } = resource;
  if (!searched) return {};
  const lines = textColumns(resource).map((name) => wordsOf(row[name]).join(' '));
  const text = [...lines, wordsAfterMarks(lines).join(' ')].map((line) => ` ${line}`).join('\n');
  const whole = searched.words === undefined ? [] : wholeWords(row[searched.words]);
  const keys = [
    ...partsOf(text).map(partKey),
    ...whole.map(wholeWordKey),
    monthKey(row.created_at.slice(0, 7)),
    everyKey,
  ];
  return { search_text: text, search_keys: keys };
}

/** The key that every record has. */
export const everyKey = '*';

/** The key of the month of UTC, `2026-03`, in which a record was made. */
export const monthKey = (month: string): string => `#${month}`;

/** The key of a word of a search text. */
export const partKey = (part: string): string => `=${part}`;

/** The key of a whole word of a long text. */
export const wholeWordKey = (word: string): string => `~${word}`;

/** An index takes no longer keys, in characters; twice what a word of a `q` may have. */
const longestPart = 510;

/** The words of a `search_text`, each once; a very long one in parts, of which one has whatever a `q` may look for. */
const partsOf = (searchText: string): string[] => [
  ...new Set(searchText.split(/[ \n]+/).flatMap((word) => (word.length > longestPart ? piecesOf(word) : word || []))),
];

function piecesOf(word: string): string[] {
  const letters = [...word];
  const starts = Array.from(
    { length: Math.ceil(letters.length / (longestPart / 2)) },
    (_, at) => at * (longestPart / 2),
  );
  return starts.map((start) => letters.slice(start, start + longestPart).join(''));
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

/** A word that records of a family are found by. */
export interface Term {
  readonly term: string;
  /** Whether mistaken spellings of it can be told. */
  readonly is_word: boolean;
}

/** The terms of a `search_text`: its words, and the words between their marks that can be mistaken for others. */
export const termsOf = (searchText: Value | undefined): Term[] =>
  typeof searchText === 'string'
    ? [...new Set([...partsOf(searchText), ...wholeWordsIn(searchText).filter(isTerm)])].map((term) => ({
        ...{ term, is_word: isTerm(term) },
      }))
    : [];

/** Whether a mistaken spelling of a whole word can be told: it is of letters alone, and enough of them. */
export const isTerm = (word: string): boolean => /^\p{L}{4,64}$/u.test(word);
