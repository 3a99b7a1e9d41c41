import type { Problem } from '../refusal.ts';

/** The parameters of a query string as sent, and what is wrong with them as text. */
export interface QueryText {
  readonly values: Readonly<Record<string, string>>;
  readonly problems: readonly Problem[];
}

/** Decodes a query string strictly: nothing is replaced, and of two values none is chosen. */
export function parseQuery(text: string): QueryText {
  const values = Object.create(null) as Record<string, string>;
  const problems: Problem[] = [];
  for (const pair of text.split('&').filter(Boolean)) {
    const [name, value] = nameAndValue(pair);
    const problem = problemWith(name, value, values);
    if (problem) problems.push(problem);
    else values[name] = value ?? '';
  }
  return { values, problems };
}

function nameAndValue(pair: string): [name: string, value: string | undefined] {
  const mark = pair.indexOf('=');
  if (mark < 0) return [decode(pair) ?? pair, ''];
  const name = pair.slice(0, mark);
  return [decode(name) ?? name, decode(pair.slice(mark + 1))];
}

function problemWith(name: string, value: string | undefined, known: Readonly<Record<string, string>>): Problem | null {
  if (value === undefined) return { parameter: name, code: 'invalid_format', message: 'must be percent-encoded UTF-8' };
  if (value.includes('\0')) return { parameter: name, code: 'invalid_text', message: 'must not contain NUL' };
  if (name in known) return { parameter: name, code: 'duplicate', message: 'must be given once' };
  return null;
}

/** A part of a form or a query as text; undefined for what is not percent-encoded UTF-8. */
export function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
