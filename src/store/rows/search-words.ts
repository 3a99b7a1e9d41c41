import { foldWhole } from '../../resources/vocabulary/formats.ts';
import { columnsOf, ofEach, type Resource, type Row, type Value } from '../../resources/resource.ts';

/**
 * The column that a search reads: a `tsvector` in text form. Each word is a lexeme with the account before it,
 * `'17:school'`, so that a search reads the account's part of the index alone. The weight of a lexeme is A in the title,
 * B in the other texts of rank A, C in texts of rank B, D in texts of rank C. The month of creation in UTC is a lexeme
 * too, `'17#2026-03'`: a search for frequent words reads the last months alone.
 */
export function searchValues(resource: Resource, row: Row, accountId: string): Readonly<Record<string, Value>> {
  if (!resource.searched) return {};
  const lexemes = new Map<string, Weight>();
  // Postgres would keep the better weight of two.
  const add = (weight: Weight) => (word: string) => {
    if (!lexemes.has(word)) lexemes.set(word, weight);
  };
  for (const [index, name] of columnsFrom(resource, 'rankA').entries())
    wordsIn(row[name]).forEach(add(index === 0 ? 'A' : 'B'));
  for (const name of columnsFrom(resource, 'rankB')) wordsIn(row[name]).forEach(add('C'));
  for (const name of columnsFrom(resource, 'rankC')) wordsIn(row[name]).forEach(add('D'));
  const parts = [`'${accountId}#${row.created_at.slice(0, 7)}':1D`];
  let size = 0;
  for (const [word, weight] of lexemes) {
    const part = `'${accountId}:${quotedLexeme(word)}':1${weight}`;
    size += part.length;
    if (size > mostText) break;
    parts.push(part);
  }
  return { search: parts.join(' ') };
}

/** The same column for a record that is stored in another account. @param search in text form. */
export const searchInAccount = (search: string, accountId: string): string =>
  search.replace(/(?<=^| )'\d+(?=[:#])/g, `'${accountId}`);

type Weight = 'A' | 'B' | 'C' | 'D';

/** The limit of all lexemes of a row, in UTF-16 units of at most three bytes. A `tsvector` has at most 1 MB. */
const mostText = 250_000;

/** A word within the quotes of a `tsvector` or `tsquery`. */
export const quotedLexeme = (word: string): string => word.replace(/['\\]/g, '$&$&');

const columnsOfRanks = ofEach((resource) => {
  const { rankA = [], rankB = [], rankC = [] } = resource.searched ?? {};
  const columns = (names: readonly string[]): string[] =>
    names.flatMap((name) => columnsOf(resource).flatMap((column) => (column.fieldName === name ? [column.name] : [])));
  return { rankA: columns(rankA), rankB: columns(rankB), rankC: columns(rankC) };
});

const columnsFrom = (resource: Resource, rank: 'rankA' | 'rankB' | 'rankC'): readonly string[] =>
  columnsOfRanks(resource)[rank];

/**
 * Folds case and accents, and the forms of an apostrophe, a hyphen and a sigma. Lower case depends on the letters around
 * a sigma, and NFKD would split a word at an acute accent (U+00B4).
 */
const folded = (text: string): string =>
  foldWhole(text.replace(/[\u2018\u2019\u201b\u02b9\u02bc\u2032\u00b4`]/g, "'").replace(/\u00ad/g, ''))
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/ς/g, 'σ');

const distinct = (words: readonly string[]): string[] => [...new Set(words)];

/** Some scripts separate no words, so white space may be far away. */
const longestToken = 2000;

/** The distinct folded texts between white space. */
const tokensOf = (text: string): string[] =>
  distinct(text.match(/\S+/gu) ?? []).flatMap((token) => folded(token.slice(0, longestToken)).match(/\S+/gu) ?? []);

/** The distinct words of a `q`: whatever white space separates. */
export const wordsOf = (q: string): string[] => distinct(tokensOf(q).map(wordFrom));

/** The limit of different words of a text that a search finds. */
const mostWords = 5000;

/**
 * The distinct words of a text: whatever white space separates, each rest that begins after a mark, and the letters
 * with which one of these begins. So a text has a word that begins with some letters exactly if it has such a term.
 */
function wordsIn(text: Value | undefined): string[] {
  if (typeof text !== 'string') return [];
  return distinct(
    tokensOf(text)
      .slice(0, mostWords)
      .flatMap((token) =>
        Array.from(token.matchAll(/^|(?<=[^\p{L}\p{N}])(?=[\p{L}\p{N}])/gu), ({ index }) => token.slice(index)),
      )
      .flatMap((start) => {
        const word = wordFrom(start);
        return [word, ...(/^\p{L}{1,64}/u.exec(word) ?? [])];
      }),
  );
}

/** The limit of a word, in characters. Only the beginning of a longer word counts. */
const longest = 100;

/** A word without the quotes and brackets around it and the punctuation at its end, unless it has nothing else. */
function wordFrom(raw: string): string {
  const cut = raw.length > longest ? [...raw.slice(0, 2 * longest)].slice(0, longest).join('') : raw;
  return (
    cut.replace(/^[\p{Ps}\p{Pe}\p{Pi}\p{Pf}"'<>¿¡]+/u, '').replace(/[\p{Ps}\p{Pe}\p{Pi}\p{Pf}"'<>.,;:!?]+$/u, '') || cut
  );
}

/** Whether a word is a term: it has only letters, so the terms of the account tell which lexemes begin with it. */
export const isTerm = (word: string): boolean => /^\p{L}{1,64}$/u.test(word);

/** The terms among the lexemes of a stored row. */
export const termsOf = ({ search }: Readonly<Record<string, Value>>): string[] =>
  typeof search === 'string' ? Array.from(search.matchAll(/:(\p{L}{1,64})':1/gu), ([, term]) => term ?? '') : [];

/** Whether a search recognizes misspellings of a word. */
export const isMistakable = (word: string): boolean => /^\p{L}{4,64}$/u.test(word);
