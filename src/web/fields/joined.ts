const isRightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Joins the parts of a line with dots, without the empty ones. Invisible characters keep a part of a right-to-left
 * script to itself; else it would turn round the numbers beside it.
 */
export function joined(parts: readonly unknown[]): string {
  const texts = parts.filter(Boolean).map(String);
  return texts.length === 1 ? (texts[0] ?? '') : texts.map(isolated).join(' · ');
}

const isolated = (text: string): string => (isRightToLeft.test(text) ? `\u2068${text}\u2069` : text);
