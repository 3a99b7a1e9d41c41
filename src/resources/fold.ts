const longest = 255;

/** A text without its case and accents, at its full length. */
export const foldWhole = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** A name as people sort and compare it: accents and case folded, in a plain order of code points. */
export const fold = (name: string): string => {
  const folded = foldWhole(name);
  // One letter can become eighteen, and cursors carry this: what is cut off no two names are told apart by.
  return folded.length > longest ? [...folded].slice(0, longest).join('') : folded;
};
