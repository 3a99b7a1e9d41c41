import { legalForms } from '../../../resources/transfer/words/firm-words.ts';
import { fold } from '../../../resources/vocabulary/formats.ts';

/**
 * Whether a text such as `Acme; Bolt`, `Acme / Bolt` or `Acme Inc and Bolt LLC` may name two companies. `Acme & Bolt
 * Builders` is one name, as is `Acme Co., Inc.`.
 */
export function areTwoFirms(text: string): boolean {
  if (text.length > longest) return false;
  const apart = text.split(/;|\r?\n|\s[|/]\s/).filter(isName);
  if (apart.length > 1) return true;
  const parts = withForms(text.split(/[,&+/]|\sand\s/i));
  return parts.slice(0, -1).some(endsInForm) && endsInForm(parts.at(-1) ?? []);
}

/** No company has a longer name. */
const longest = 500;

const isName = (text: string): boolean => /\p{L}/u.test(text) && !wordsOf(text).every(isForm);

/** The words of each part. A legal form alone belongs to the part before it. */
function withForms(parts: readonly string[]): string[][] {
  const found: string[][] = [];
  for (const part of parts) {
    const words = wordsOf(part);
    const before = found.at(-1);
    if (before && words.every(isForm)) before.push(...words);
    else if (words.length > 0) found.push(words);
  }
  return found;
}

const endsInForm = (words: readonly string[]): boolean => words.length > 1 && isForm(words.at(-1) ?? '');

const wordsOf = (text: string): string[] =>
  text
    .split(/\s/)
    .map((word) => fold(word).replaceAll(/[^\p{L}\p{N}]/gu, ''))
    .filter((word) => word !== '');

const forms: ReadonlySet<string> = new Set(legalForms);
const isForm = (word: string): boolean => forms.has(word);
