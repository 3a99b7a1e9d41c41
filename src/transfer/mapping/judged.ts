import { quoted, type Problem } from '../../refusal.ts';
import { Comparisons, suggested } from '../../suggestion.ts';
import type { Mapping } from '../../resources/transfer/mapping.ts';
import { foldName } from './folding.ts';
import type { MappingScope } from './scope.ts';
import type { Targets } from './targets.ts';

/** A mapping of the right shape, and what its parts are judged with. */
export interface Judged {
  readonly mapping: Mapping;
  readonly scope: MappingScope;
  readonly targets: Targets;
  readonly comparisons: Comparisons;
  /** The pointer to a part of the mapping: `['columns', 3, 'to']`. */
  readonly at: (...path: readonly (string | number)[]) => string;
}

export const pointing =
  (pointer: string): Judged['at'] =>
  (...path) =>
    [pointer, ...path.map((key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');

/** The problem of a name that is none of the known ones. @param what such as `field`. */
export function unknownName(pointer: string, what: string, name: string, known: readonly string[]): Problem {
  const same = known.find((one) => foldName(one) === foldName(name));
  const { hint, member } =
    same === undefined ? suggested(name, known) : { hint: `; did you mean ${same}?`, member: { suggestion: same } };
  return { pointer, code: 'unknown_field', message: `no ${what} is called ${quoted(name)}${hint}`, ...member };
}
