/** Saturday, March 14, 2026, at 2:30 pm: the date that stands for all others. By letter, in as few digits as it needs. */
const digits: Readonly<Record<string, string>> = {
  y: '2026',
  M: '3',
  d: '14',
  H: '14',
  h: '2',
  m: '30',
  s: '0',
  S: '0',
};

const words: Readonly<Record<string, string>> = { yy: '26', MMM: 'Mar', MMMM: 'March', EEEE: 'Saturday', a: 'PM' };

const letters: Readonly<Record<string, string>> = { E: 'Sat', X: 'Z' };

/** A date as people write it, for the words that stand for no pattern. */
const written: Readonly<Record<string, string>> = {
  'month-first': '3/14/2026 @ 2 PM',
  'day-first': '14/3/2026 @ 2 PM',
};

/** A date as a pattern reads it: `3/14/2026` of `M/d/yyyy`. Letters that it does not know stay. */
export const dateExample = (pattern: string): string =>
  written[pattern] ??
  pattern.replace(/'((?:[^']|'')*)'|([A-Za-z])\2*/g, (piece: string, quoted: string | undefined, letter: string) => {
    if (quoted !== undefined) return quoted === '' ? "'" : quoted.replaceAll("''", "'");
    return words[piece] ?? digits[letter]?.padStart(piece.length, '0') ?? letters[letter] ?? piece;
  });
