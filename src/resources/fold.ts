const longest = 255;

/** Removes case and accents from a text, at its full length. */
export const foldWhole = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** A name for sorting and comparison: accents and case folded, in plain code point order. */
export const fold = (name: string): string => {
  const folded = foldWhole(name);
  // One letter can become eighteen, and cursors carry the result. Comparison ignores the part cut off.
  return folded.length > longest ? [...folded].slice(0, longest).join('') : folded;
};
