import { isTerm, wholeWordKey, wholeWords, wordsOf } from '../rows/search-text.ts';

/** A word of a search, in the forms that the statement compares. */
export interface SearchWord {
  /** The pattern for `like` over a search text; the word itself for `strpos` if no index can serve `like`. */
  readonly text: string;
  readonly compare: 'like' | 'strpos';
  /** Like `text`, for a single word of a search text. */
  readonly inWord: string;
  /** The keys of its whole words. A long text must have all of them; without keys, long texts are not searched. */
  readonly whole: readonly string[];
  /** The word to compare with similar spellings; null for numbers, codes and short words. */
  readonly term: string | null;
}

/** The distinct words of a `q`. */
export const searchWords = (q: string): SearchWord[] =>
  [...new Set(wordsOf(q))].map((word) => ({
    ...comparison(word),
    whole: wholeWords(word).map(wholeWordKey),
    term: isTerm(word) ? word : null,
  }));

/** One or two letters or digits occur in too many words, so they are searched only at the beginning of words. */
const short = /^[\p{Ll}\p{N}]{1,2}$/u;

/** A text that the index can find: three letters or digits together, or fewer beside a mark. */
const indexed = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u;

function comparison(word: string): Pick<SearchWord, 'text' | 'compare' | 'inWord'> {
  if (short.test(word)) return { text: `% ${word}%`, compare: 'like', inWord: `${word}%` };
  if (!indexed.test(word)) return { text: word, compare: 'strpos', inWord: word };
  const text = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
  return { text, compare: 'like', inWord: text };
}
