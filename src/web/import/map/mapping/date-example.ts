/** The parts of the date that stands for all others: Saturday, March 14, 2026, at 2:30 pm. By letter and length. */
const parts: Readonly<Record<string, string>> = {
  y: '2026',
  yy: '26',
  yyyy: '2026',
  M: '3',
  MM: '03',
  MMM: 'Mar',
  MMMM: 'March',
  d: '14',
  dd: '14',
  EEEE: 'Saturday',
  H: '14',
  HH: '14',
  h: '2',
  hh: '02',
  m: '30',
  mm: '30',
  s: '0',
  ss: '00',
  a: 'PM',
  X: 'Z',
};

const shortDay = 'Sat';

/** A date as a pattern reads it: `3/14/2026` of `M/d/yyyy`. Letters that it does not know stay. */
export const dateExample = (pattern: string): string =>
  pattern.replace(/'((?:[^']|'')*)'|([A-Za-z])\2*/g, (piece: string, quoted: string | undefined) => {
    if (quoted !== undefined) return quoted === '' ? "'" : quoted.replaceAll("''", "'");
    if (/^E+$/.test(piece)) return parts[piece] ?? shortDay;
    if (/^S+$/.test(piece)) return '0'.repeat(piece.length);
    return parts[piece] ?? (/^X+$/.test(piece) ? 'Z' : piece);
  });
