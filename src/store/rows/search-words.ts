import { foldWhole } from '../../resources/fold.ts';
import { columnsOf, ofEach, type Resource, type Row, type Value } from '../../resources/resource.ts';

/**
 * The column that a search reads, written with each row: a `tsvector` in text form. Each word is a lexeme with the
 * account before it, `'17:school'`, so that looking for `'17:school':*` reads the account's part of the index alone.
 * The weights of the lexemes are the ranks: A for the title, B for other texts of rank A, C for rank B, D for rank C.
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
    const part = `${wordLexeme(accountId, word)}:1${weight}`;
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

/** The lexeme of a word, quoted as in a `tsvector` or `tsquery`. */
export const wordLexeme = (accountId: string, word: string): string =>
  `'${accountId}:${word.replace(/['\\]/g, '$&$&')}'`;

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

/** The distinct words of a text: whatever white space separates, and each rest that begins after a mark. */
function wordsIn(text: Value | undefined): string[] {
  if (typeof text !== 'string') return [];
  const whole = folded(text);
  const starts = whole.matchAll(/(?<!\S)\S|(?<=[^\p{L}\p{N}\s])[\p{L}\p{N}]/gu);
  return distinct(
    Array.from(starts, ({ index }) => wordFrom(/^\S*/u.exec(whole.slice(index, index + 2 * longest))?.[0] ?? '')),
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

/** The words of a record among which a search looks for similar spellings: those of its short texts. */
export function termsOf(resource: Resource, row: Row): string[] {
  const names = [...columnsFrom(resource, 'rankA'), ...columnsFrom(resource, 'rankB')];
  const texts = names.map((name) => row[name]).filter((text) => typeof text === 'string');
  return distinct((foldWhole(texts.join('\n')).match(/[\p{L}\p{N}]+/gu) ?? []).filter(isTerm));
}

/** Whether a search recognizes misspellings of a word: it has only letters, and at least four. */
export const isTerm = (word: string): boolean => /^\p{L}{4,64}$/u.test(word);
