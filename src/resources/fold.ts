/** A name as people sort and compare it: accents and case folded, in a plain order of code points. */
export const fold = (name: string): string => name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
