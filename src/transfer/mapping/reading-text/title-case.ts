import { upperWords } from '../../../resources/transfer/words/firm-words.ts';

const kept: ReadonlySet<string> = new Set(upperWords);

/** A capital at the beginning of each word. `LLC` and the like stay in upper case. */
export const titleCase = (text: string): string =>
  text.replace(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)?/gu, (word) =>
    kept.has(word.toUpperCase())
      ? word.toUpperCase()
      : word.toLowerCase().replace(capitals, (letter) => letter.toUpperCase()),
  );

/** The first letter, and the one after `O'` and `D'`. */
const capitals = /^\p{L}|(?<=^[od]['’])\p{L}/gu;
