import { foldWhole } from '../../resources/vocabulary/formats.ts';
import { columnsOf, ofEach, type Resource, type Row, type Value } from '../../resources/resource.ts';

/**
 * The columns that a search reads, written with each row. `search_text` contains one line for each short text, with a
 * space before every word, and a last line with the words that follow a mark, for example `2024` of `P-2024`.
 * `search_keys` contains the row's index keys: each of these words, the whole words of the long text, the month of
 * creation, and a key that every row has.
 */
export function searchValues(resource: Resource, row: Row): Readonly<Record<string, Value>> {
  const { searched } = resource;
  if (!searched) return {};
  const lines = textColumns(resource).map((name) => wordsOf(row[name]).join(' '));
  const text = [...lines, wordsAfterMarks(lines).join(' ')].map((line) => ` ${line}`).join('\n');
  const whole = searched.words === undefined ? [] : wholeWords(row[searched.words]).slice(0, mostWords);
  const keys = [
    ...partsOf(text).map(partKey),
    ...whole.map(wholeWordKey),
    monthKey(row.created_at.slice(0, 7)),
    everyKey,
  ];
  return { search_text: text, search_keys: keys };
}

/** The key of every record. */
export const everyKey = '*';

/** The key of a record's month of creation in UTC, `2026-03`. */
export const monthKey = (month: string): string => `#${month}`;

/** The key of a word of a search text. */
export const partKey = (part: string): string => `=${part}`;

/** The key of a whole word of a long text. */
export const wholeWordKey = (word: string): string => `~${word}`;

/** The limit of distinct words of a long text that a search finds. Each word is a separate key. */
const mostWords = 5000;

/** The limit of an index key, in characters: twice the limit of a word of a `q`. */
const longestPart = 510;

/** The distinct words of a `search_text`. A very long word gives overlapping parts; any word of a `q` fits in one. */
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

/** The words of a text, separated by white space, with case and accents folded. */
export const wordsOf = (text: Value | undefined): string[] =>
  typeof text === 'string' ? foldWhole(text).split(/\s+/u).filter(Boolean) : [];

const wordsAfterMarks = (lines: readonly string[]): string[] => [
  ...new Set(lines.flatMap((line) => line.match(/(?<=[^\p{L}\p{N}\s])[\p{L}\p{N}]+/gu) ?? [])),
];

/** The limit of an indexed whole word. Only the beginning of a longer word counts. */
const longestWord = 64;

const cut = (word: string): string => (word.length > longestWord ? [...word].slice(0, longestWord).join('') : word);

/** The distinct runs of letters and digits in a text. */
export const wholeWords = (text: Value | undefined): string[] =>
  typeof text === 'string' ? wholeWordsIn(foldWhole(text)) : [];

const wholeWordsIn = (folded: string): string[] => [...new Set((folded.match(/[\p{L}\p{N}]+/gu) ?? []).map(cut))];

/** A word by which a search finds records of a family. */
export interface Term {
  readonly term: string;
  /** Whether a search can recognize misspellings of it. */
  readonly is_word: boolean;
}

/** The terms of a `search_text`: its words, and those words between marks whose misspellings can be recognized. */
export const termsOf = (searchText: Value | undefined): Term[] =>
  typeof searchText === 'string'
    ? [...new Set([...partsOf(searchText), ...wholeWordsIn(searchText).filter(isTerm)])].map((term) => ({
        ...{ term, is_word: isTerm(term) },
      }))
    : [];

/** Whether a search can recognize misspellings of a whole word: it has only letters, and at least four. */
export const isTerm = (word: string): boolean => /^\p{L}{4,64}$/u.test(word);
