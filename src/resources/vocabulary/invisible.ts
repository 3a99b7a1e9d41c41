/** Characters that nobody sees: soft hyphens, zero-width and directional marks, byte order marks. */
const invisible = '[\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff]';
/** A joiner stays before an emoji. */
const anywhere = new RegExp(`(?!\\u200d\\p{Extended_Pictographic})${invisible}`, 'gu');
const some = new RegExp(invisible);

/** A text without the characters that nobody sees, for addresses, keys and comparisons. */
export const withoutInvisible = (text: string): string => (some.test(text) ? text.replace(anywhere, '') : text);

/** A text without blanks and characters that nobody sees at its ends. Inside, they stay: some join emoji and letters. */
export const trimmed = (text: string): string => (some.test(text) ? trimmedEnds(text) : text.trim());

/** From both ends character by character, because an expression would try the end at each row of blanks. */
function trimmedEnds(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isLeft(text.charAt(start))) start += 1;
  while (end > start && isLeft(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

const isLeft = (character: string): boolean => character.trim() === '' || some.test(character);
