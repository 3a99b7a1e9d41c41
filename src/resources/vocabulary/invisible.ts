/**
 * Characters that nobody sees: soft hyphens, zero-width and directional marks, fillers, byte order marks. This is the one list:
 * what files, requests, searches and typed texts lose comes from it.
 */
const invisible =
  '[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\u3164\\ufeff\\uffa0]';
/** A joiner stays before an emoji. */
const anywhere = new RegExp(`(?!\\u200d\\p{Extended_Pictographic})${invisible}`, 'gu');
const some = new RegExp(invisible);

/** Whether a text has a character that nobody sees. */
export const hasInvisible = (text: string): boolean => some.test(text);

/** A text without the characters that nobody sees, for addresses, keys and comparisons. */
export const withoutInvisible = (text: string): string => (hasInvisible(text) ? text.replace(anywhere, '') : text);

/** A text without blanks and characters that nobody sees at its ends. Inside, they stay: some join emoji and letters. */
export const trimmed = (text: string): string => (hasInvisible(text) ? betweenEnds(text).inside : text.trim());

/** A text without the characters that nobody sees at its ends. Its blanks stay. */
export function withVisibleEnds(text: string): string {
  if (!hasInvisible(text)) return text;
  const { before, inside, after } = betweenEnds(text);
  return `${visible(before)}${inside}${visible(after)}`;
}

/**
 * An e-mail address without the characters that nobody sees, and without what a copy brings along: the scheme of a link,
 * angle brackets around it, a comma, a semicolon or a point behind it.
 */
export function plainEmailAddress(text: string): string {
  const address = withoutInvisible(text);
  let end = address.length;
  while (end > 0 && ',;.'.includes(address.charAt(end - 1))) end -= 1;
  const copied = address.slice(0, end).replace(/^<([^<>]*)>$/, '$1');
  const [link, linked = ''] = /^\s*mailto:([^?]*)/i.exec(copied) ?? [];
  return link === undefined ? copied : linked;
}

const visible = (blanks: string): string => blanks.replace(anyInvisible, '');
const anyInvisible = new RegExp(invisible, 'g');

/** From both ends character by character, because an expression would try the end at each row of blanks. */
function betweenEnds(text: string) {
  let [start, end] = [0, text.length];
  while (start < end && isLeft(text.charAt(start))) start += 1;
  while (end > start && isLeft(text.charAt(end - 1))) end -= 1;
  return { before: text.slice(0, start), inside: text.slice(start, end), after: text.slice(end) };
}

const isLeft = (character: string): boolean => character.trim() === '' || some.test(character);
