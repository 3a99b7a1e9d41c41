/** A property of a calendar (RFC 5545 §3.1). */
export interface Property {
  readonly name: string;
  /** Parameters that need no quotes. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** The value as it stands in the file. `textValue` makes that of a text. */
  readonly value: string;
}

/** A component of a calendar, such as an event, with the lines of its properties. */
export const component = (name: string, lines: readonly string[]): string =>
  [contentLine({ name: 'BEGIN', value: name }), ...lines, contentLine({ name: 'END', value: name })].join('');

/** A property as one logical line, folded and with its line break. */
export function contentLine({ name, parameters = {}, value }: Property): string {
  const given = Object.entries(parameters).map(([parameter, one]) => `;${parameter}=${one}`);
  return `${folded(`${name}${given.join('')}:${value}`)}\r\n`;
}

// Some programs take all of these for the end of a line.
const lineBreaks = /\r\n|[\n\v\f\r\x85\u2028\u2029]/g;

// A tab is a part of a text (§3.3.11).
const controls = /[\x00-\x08\x0e-\x1f\x7f-\x9f]/g;

/** A text as the value of a property, without its control characters. */
export const textValue = (text: string): string =>
  text
    .replace(lineBreaks, '\n')
    .replace(controls, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');

/** `2026-04-02T19:00:00.000Z` → `20260402T190000Z`. */
export const instantValue = (instant: string): string =>
  `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** `2026-04-02` → `20260402`. */
export const dateValue = (date: string): string => date.replaceAll('-', '');

/** The most octets of a line without its break. */
const longestLine = 75;

/** Splits a line so that each part has at most 75 octets, but splits no character. */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= longestLine) return line;
  let text = '';
  let octets = 0;
  for (const character of line) {
    const more = Buffer.byteLength(character);
    if (octets + more > longestLine) {
      text += '\r\n ';
      octets = 1;
    }
    text += character;
    octets += more;
  }
  return text;
}
