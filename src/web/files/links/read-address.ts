/** The address of a place in the web that a text is; null if it is another text. A host alone gets `https`. */
export function readAddress(text: string): string | null {
  const typed = text.trim();
  if (typed === '' || /\s/.test(typed)) return null;
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(address)) return null;
  const { protocol, hostname } = new URL(address);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && (hostname.includes('.') || address === typed) ? address : null;
}

/** The address that somebody has copied; null for another text. A word with a dot in it is no address here. */
export const copiedAddress = (text: string): string | null =>
  /^\s*https?:\/\//i.test(text) ? readAddress(text) : null;
