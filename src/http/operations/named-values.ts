import { comparedWith, firstProblems, type Problem, quoted } from '../../refusal.ts';
import { suggested } from '../../suggestion.ts';

/** The problems of a query parameter that names some of the allowed values, each once, separated by commas. */
export function namedProblems(parameter: string, text: string | undefined, allowed: readonly string[]): Problem[] {
  const seen = new Set<string>();
  return firstProblems(text?.split(',') ?? [], (name, found) => {
    if (seen.has(name)) return { parameter, code: 'duplicate', message: `must name ${quoted(name)} once` };
    seen.add(name);
    if (allowed.includes(name)) return null;
    const { hint, member } = suggested(name, comparedWith(allowed, found));
    return { parameter, code: 'not_allowed', message: `cannot be ${quoted(name)}${hint}`, allowed, ...member };
  });
}

/** The values that such a parameter names, in the order of the allowed ones; all of them without a text. */
export function namedValues<Value extends string>(text: string | undefined, allowed: readonly Value[]): Value[] {
  const named = text?.split(',');
  return allowed.filter((value) => named?.includes(value) ?? true);
}
