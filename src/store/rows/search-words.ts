import { foldWhole } from '../../resources/vocabulary/formats.ts';
import { columnsOf, ofEach, type Resource, type Row, type Value } from '../../resources/resource.ts';

/**
 * The column that a search reads, written with each row: a `tsvector` in text form. Each word is a lexeme with the
 * account before it, `'17:school'`, so that a search reads the account's part of the index alone. The weights of the
 * lexemes are the ranks: A for the title, B for other texts of rank A, C for rank B, D for rank C.
 * The month of creation in UTC is a lexeme too, `'17#2026-03'`: a search for frequent words reads the last months alone.
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
  for (const name of columnsFrom(resource, 'rankC')) wordsIn(row[name]).slice(0, mostWords).forEach(add('D'));
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

type Weight = 'A' | 'B' | 'C' | 'D';

/** The limit of different words of a long text that a search finds. */
const mostWords = 5000;

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

/** Case and accents are folded. Apostrophes and hyphens have one form. */
const folded = (text: string): string =>
  foldWhole(text)
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u2010-\u2015]/g, '-');

/** The distinct words of a `q`: whatever white space separates. */
export const wordsOf = (q: string): string[] => distinct((folded(q).match(/\S+/gu) ?? []).map(wordFrom));

/**
 * The distinct words of a text: whatever white space separates, each rest that begins after a mark, and the letters
 * with which one of these begins. So a text has a word that begins with some letters exactly if it has such a term.
 */
function wordsIn(text: Value | undefined): string[] {
  if (typeof text !== 'string') return [];
  const whole = folded(text);
  const starts = whole.matchAll(/(?<!\S)\S|(?<=[^\p{L}\p{N}\s])[\p{L}\p{N}]/gu);
  return distinct(
    Array.from(starts, ({ index }) => {
      const word = wordFrom(/^\S*/u.exec(whole.slice(index, index + 2 * longest))?.[0] ?? '');
      return [word, ...(/^\p{L}{1,64}/u.exec(word) ?? [])];
    }).flat(),
  );
}

const distinct = (words: readonly string[]): string[] => [...new Set(words)];

/** The limit of a word, in characters. Only the beginning of a longer word counts. */
const longest = 100;

/** A word without the quotes and brackets around it and the punctuation at its end, unless it has nothing else. */
function wordFrom(raw: string): string {
  const cut = raw.length > longest ? [...raw.slice(0, 2 * longest)].slice(0, longest).join('') : raw;
  return cut.replace(/^["'“„«([{<]+/u, '').replace(/["'”»)\]}>.,;:!?]+$/u, '') || cut;
}

/** Whether a word is a term: it has only letters, so the terms of the account tell which lexemes begin with it. */
export const isTerm = (word: string): boolean => /^\p{L}{1,64}$/u.test(word);

/** The terms among the lexemes of a stored row. */
export const termsOf = ({ search }: Readonly<Record<string, Value>>): string[] =>
  typeof search === 'string' ? Array.from(search.matchAll(/:(\p{L}{1,64})':1/gu), ([, term]) => term ?? '') : [];

/** Whether a search recognizes misspellings of a word. */
export const isMistakable = (word: string): boolean => isTerm(word) && word.length >= 4;
