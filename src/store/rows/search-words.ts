import { foldWhole } from '../../resources/vocabulary/formats.ts';
import type { Field } from '../../resources/fields.ts';
import { columnsOf, ofEach, type Resource, type Row, type TableColumn, type Value } from '../../resources/resource.ts';

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
  const textOf = ({ name, field }: TableColumn): Value | undefined => searchedText(field, row[name]);
  for (const [index, column] of columnsFrom(resource, 'rankA').entries())
    wordsIn(textOf(column)).forEach(add(index === 0 ? 'A' : 'B'));
  for (const column of columnsFrom(resource, 'rankB')) wordsIn(textOf(column)).forEach(add('C'));
  for (const column of columnsFrom(resource, 'rankC')) wordsIn(textOf(column)).forEach(add('D'));
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

/** The search column of a record that is stored in another account. @param search in text form. */
export const searchInAccount = (search: string, accountId: string): string =>
  search.replace(/(?<=^| )'\d+(?=[:#])/g, `'${accountId}`);

type Weight = 'A' | 'B' | 'C' | 'D';

/** The limit of all lexemes of a row, in UTF-16 units of at most three bytes. A `tsvector` has at most 1 MB. */
const mostText = 250_000;

/** A word within the quotes of a `tsvector` or `tsquery`. */
export const quotedLexeme = (word: string): string => word.replace(/['\\]/g, '$&$&');

const columnsOfRanks = ofEach((resource) => {
  const { rankA = [], rankB = [], rankC = [] } = resource.searched ?? {};
  const columns = (names: readonly string[]): TableColumn[] =>
    names.flatMap((name) => columnsOf(resource).filter(({ fieldName }) => fieldName === name));
  return { rankA: columns(rankA), rankB: columns(rankB), rankC: columns(rankC) };
});

const columnsFrom = (resource: Resource, rank: 'rankA' | 'rankB' | 'rankC'): readonly TableColumn[] =>
  columnsOfRanks(resource)[rank];

/** The end of a link in Markdown, with its address, which may have parentheses in it. */
const linkEnd = /\]\((?:[^()\n\\]|\\.|\((?:[^()\n\\]|\\.){0,2048}\)){0,2048}\)/g;

/** The part of a text that a search finds: of Markdown, everything but the addresses of links. */
const searchedText = ({ markdown }: Field, text: Value | undefined): Value | undefined =>
  markdown && typeof text === 'string' ? text.replaceAll(linkEnd, '] ') : text;

/**
 * Folds case and accents, and the forms of an apostrophe, a hyphen and a sigma. Lower case depends on the letters around
 * a sigma, and NFKD would split a word at an acute accent (U+00B4).
 */
const folded = (text: string): string =>
  foldWhole(text.replace(/[\u2018\u2019\u201b\u02b9\u02bc\u2032\u00b4`]/g, "'"))
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/ς/g, 'σ');

/** Some scripts separate no words, so white space may be far away. */
const longestToken = 2000;

/** The folded texts between white space, each at most a few times. */
function* tokensOf(text: string): Generator<string> {
  for (const token of new Set(text.match(/\S+/gu))) yield* folded(token.slice(0, longestToken)).match(/\S+/gu) ?? [];
}

/** The distinct words of a `q`: whatever white space separates, but for a hyphen, slash or bar that stands alone. */
export function wordsOf(q: string): string[] {
  const words = [...new Set([...tokensOf(q)].map(wordFrom))];
  const named = words.filter((word) => !/^[-/|]+$/.test(word));
  return named.length > 0 ? named : words;
}

/** The limit of different words of a text that a search finds, so that no text costs more than its length. */
const mostWords = 1000;

/** The first distinct words of a text, in each form by which a search finds them. */
const wordsIn = (text: Value | undefined): ReadonlySet<string> => new Set([...writtenWords(text)].flatMap(formsOf));

/**
 * The first distinct words of a text: whatever white space separates, each rest that begins after a mark, and the letters
 * with which one of these begins. So a text has a word that begins with some letters exactly if it has such a term.
 */
function writtenWords(text: Value | undefined): ReadonlySet<string> {
  const words = new Set<string>();
  if (typeof text !== 'string') return words;
  for (const token of tokensOf(text)) {
    for (const { index } of token.matchAll(/^|(?<=[^\p{L}\p{N}])(?=[\p{L}\p{N}])/gu)) {
      const word = wordFrom(token.slice(index));
      words.add(word).add(/^\p{L}{1,64}/u.exec(word)?.[0] ?? word);
      if (words.size >= mostWords) return words;
    }
  }
  return words;
}

/**
 * The marks that people write, leave out, or replace by a blank: I-35, I 35 and I35 are one, and so are J.E. and JE,
 * O'Brien and OBrien, 10,000 and 10000. A point between digits is a decimal sign.
 */
const joints = /(?<=[\p{L}\p{N}])[-&/+'*]+(?=[\p{L}\p{N}])|(?<=\p{L})\.(?=\p{L})|(?<=\p{N}),(?=\p{N}{3})/gu;

/** The signs and the word for "and". */
const ands: readonly string[] = ['and', '&', '+'];

/** A word, its part before the first mark, and the word without joints, with the letters with which that begins. */
function formsOf(word: string): string[] {
  const forms = [word, ...(/^[\p{L}\p{N}]+(?=[^\p{L}\p{N}])/u.exec(word) ?? [])];
  const joined = word.replaceAll(joints, '');
  if (joined === word) return forms;
  return [...forms, joined, ...(/^\p{L}{1,64}/u.exec(joined) ?? []), ...(word.includes('&') ? ['&'] : [])];
}

/** The other ways to write a word of a `q`. */
export interface OtherSpellings {
  /** A match begins with one of these. */
  readonly beginnings: readonly string[];
  /** A match is one of these. */
  readonly wholes: readonly string[];
  /** A match has these words apart; it begins with the last one. */
  readonly parts: readonly string[] | null;
}

/**
 * `i-35` is also written `i35` and `i 35`, and `i35` also `i-35` and `i 35`; `and` is also `&`.
 * @param before the words before it. After `i`, `35` is also written `i35`.
 */
export function otherSpellings(word: string, before: readonly string[] = []): OtherSpellings {
  const own = spellingsOf(word);
  return { ...own, beginnings: [...own.beginnings, ...joinedWith(before, word)] };
}

/** The word with the one or two words before it, as one word. */
function joinedWith(before: readonly string[], word: string): string[] {
  const [last, first] = before.slice(-2).toReversed();
  if (last === undefined || !isJoinable(word) || !isJoinable(last)) return [];
  const pair = `${joinedWord(last)}${joinedWord(word)}`;
  return first === undefined || !isJoinable(first) ? [pair] : [pair, `${joinedWord(first)}${pair}`];
}

const isJoinable = (word: string): boolean => /^[\p{L}\p{N}]/u.test(word) && !/[@:]/.test(word) && word.length <= 32;

const joinedWord = (word: string): string => word.replaceAll(joints, '');

function spellingsOf(word: string): OtherSpellings {
  if (ands.includes(word)) return { ...alike, wholes: ands.filter((one) => one !== word) };
  if (!/^[\p{L}\p{N}]/u.test(word) || /[@:]/.test(word)) return alike;
  const [, letters = '', digits = ''] = /^(\p{L}+)(\p{N}[\p{L}\p{N}]*)$/u.exec(word) ?? [];
  return digits === ''
    ? withoutJoints(word)
    : { ...alike, beginnings: [`${letters}-${digits}`], parts: [letters, digits] };
}

function withoutJoints(word: string): OtherSpellings {
  const parts = word.split(/[-&/+]+/).filter((part) => part !== '' && !ands.includes(part));
  const joined = word.replaceAll(joints, '').replaceAll(/[-&/+]+/g, '');
  if (joined === word || parts.length > mostParts) return alike;
  return { ...alike, beginnings: [joined], parts: parts.length > 1 ? parts : null };
}

const alike: OtherSpellings = { beginnings: [], wholes: [], parts: null };
const mostParts = 8;

/** The limit of a word, in characters. Only the beginning of a longer word counts. */
const beginning = /^.{0,100}/su;

/** Quotes and brackets, and the punctuation at the end of a word. */
const around = /[\p{Ps}\p{Pe}\p{Pi}\p{Pf}"'<>¿¡]/u;
const behind = /[\p{Ps}\p{Pe}\p{Pi}\p{Pf}"'<>.,;:!?]/u;

/** A word without the quotes and brackets around it and the punctuation at its end, unless it has nothing else. */
function wordFrom(raw: string): string {
  const cut = beginning.exec(raw)?.[0] ?? '';
  let [start, end] = [0, cut.length];
  while (start < end && around.test(cut.charAt(start))) start += 1;
  while (end > start && behind.test(cut.charAt(end - 1))) end -= 1;
  return cut.slice(start, end) || cut;
}

/** Whether a word is a term: it has only letters, so the terms of the account tell which lexemes begin with it. */
export const isTerm = (word: string): boolean => /^\p{L}{1,64}$/u.test(word);

/** The terms among the lexemes of a stored row. */
export const termsOf = ({ search }: Readonly<Record<string, Value>>): string[] =>
  typeof search === 'string' ? Array.from(search.matchAll(/:(\p{L}{1,64})':1/gu), ([, term]) => term ?? '') : [];

/** Whether a search recognizes misspellings of a word. */
export const isMistakable = (word: string): boolean => /^\p{L}{4,64}$/u.test(word);
