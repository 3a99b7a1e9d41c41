import { pointerKey, quoted, type Problem } from '../../../refusal.ts';
import { type Comparisons, suggested } from '../../../suggestion.ts';
import type { Mapping } from '../../../resources/transfer/mapping.ts';
import { foldName } from '../reading-text/folding.ts';
import type { MappingScope } from '../scope.ts';
import type { MappingTargets } from '../../../resources/transfer/targets.ts';

/** A mapping of the right shape, and what its parts are judged with. */
export interface MappingToJudge {
  readonly mapping: Mapping;
  readonly scope: MappingScope;
  readonly targets: MappingTargets;
  /** The targets of all columns, also of those with other mistakes. */
  readonly mapped: readonly string[];
  readonly comparisons: Comparisons;
  /** The pointer to a part of the mapping: `['columns', 3, 'to']`. */
  readonly at: (...path: readonly (string | number)[]) => string;
}

export const pointing =
  (pointer: string): MappingToJudge['at'] =>
  (...path) =>
    [pointer, ...path.map((key) => pointerKey(String(key)))].join('/');

/** The problem of a name that is none of the known ones. @param what such as `field`. */
export function unknownName(pointer: string, what: string, name: string, known: readonly string[]): Problem {
  const folded = new Map(known.map((one) => [foldName(one), one]));
  const near = foldName(name);
  const close = folded.has(near) ? near : suggested(near, [...folded.keys()]).member.suggestion;
  return misnamed(pointer, `no ${what} is called ${quoted(name)}`, folded.get(close ?? ''));
}

/** A problem that suggests another name, if there is one. */
export const misnamed = (pointer: string, message: string, suggestion: string | undefined): Problem =>
  suggestion === undefined
    ? { pointer, code: 'unknown_field', message }
    : { pointer, code: 'unknown_field', message: `${message}; did you mean ${suggestion}?`, suggestion };
