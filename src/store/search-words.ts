import { isTerm, wholeWordKey, wholeWords, wordsOf } from './search-text.ts';

/** A word that is searched for, in the forms in which the statement compares it. */
export interface SearchWord {
  /** For `like` over a search text; where no index could serve `like`, the word itself for `strpos`. */
  readonly text: string;
  readonly compare: 'like' | 'strpos';
  /** The same for a single word of a search text. */
  readonly inWord: string;
  /** The keys of its whole words, all of which a long text must have; with none it is looked for in no long text. */
  readonly whole: readonly string[];
  /** What words are compared with where similar spellings count; null for numbers, codes and short words. */
  readonly term: string | null;
}

/** The words of a `q`, each once, as a search compares them. */
export const searchWords = (q: string): SearchWord[] =>
  [...new Set(wordsOf(q))].map((word) => ({
    ...comparison(word),
    whole: wholeWords(word).map(wholeWordKey),
    term: isTerm(word) ? word : null,
  }));

/** One or two letters of an alphabet are inside too many words: they are looked for at the beginnings of words. */
const short = /^[\p{Ll}\p{N}]{1,2}$/u;

/** What the index knows a text by: three letters or digits together, or fewer beside a mark. */
const indexed = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u;

function comparison(word: string): Pick<SearchWord, 'text' | 'compare' | 'inWord'> {
  if (short.test(word)) return { text: `% ${word}%`, compare: 'like', inWord: `${word}%` };
  if (!indexed.test(word)) return { text: word, compare: 'strpos', inWord: word };
  const text = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
  return { text, compare: 'like', inWord: text };
}
