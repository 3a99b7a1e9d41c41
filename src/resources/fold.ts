const longest = 255;

/** A name as people sort and compare it: accents and case folded, in a plain order of code points. */
export const fold = (name: string): string => {
  const folded = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  // One letter can become eighteen, and cursors carry this: what is cut off no two names are told apart by.
  return folded.length > longest ? [...folded].slice(0, longest).join('') : folded;
};
