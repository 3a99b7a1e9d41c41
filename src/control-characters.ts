// C0, DEL and C1 move a terminal's cursor or control it. The others change the text direction or end a line.
const controls = /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Escapes every control character as JSON does, `\u001b`, so that no terminal interprets it. */
export const withoutControls = (text: string): string => text.replace(controls, escaped);

/**
 * Escapes control characters except line feeds. It does not change the value of JSON text, in which the other C0
 * characters are escaped already.
 */
export const withoutControlsInLines = (text: string): string =>
  text.replace(controls, (character) => (character === '\n' ? character : escaped(character)));
