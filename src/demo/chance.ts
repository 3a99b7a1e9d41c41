/** Draws a number from 0 up to, but not including, 1. The same subject gives the same number on every machine. */
export type Draw = (...subject: readonly (string | number)[]) => number;

export const drawsOf =
  (seed: number): Draw =>
  (...subject) =>
    hash(`${seed}/${subject.join('/')}`) / 2 ** 32;

export const pick = <Item>(items: readonly Item[], drawn: number): Item =>
  items[Math.floor(drawn * items.length)] as Item;

/** FNV-1a, 32 bits, with the last step of MurmurHash3, which spreads similar texts. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
