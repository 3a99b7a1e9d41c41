import { Refused } from '../../client/problem.ts';
import { labelOf } from '../fields/labels.ts';
import { reasonOf } from '../parts/failure/failure.tsx';

/** The faults of a small form: by field, and those that belong to none. */
export interface FaultsAt {
  readonly at: Readonly<Record<string, string>>;
  readonly other: string | null;
}

/** @param wrapper the key that wraps the fields in the request. */
export function faultsAt(error: unknown, wrapper: string): FaultsAt {
  const faults = error instanceof Refused ? error.faults : [];
  const named = faults.flatMap(({ pointer = '', message }): [string, string][] => {
    const [, name] = new RegExp(`^/${wrapper}/([^/]+)`).exec(pointer) ?? [];
    return name === undefined ? [] : [[name, `${labelOf(name)} ${message}.`]];
  });
  const isElsewhere = named.length === 0 || named.length < faults.length;
  return { at: Object.fromEntries(named), other: isElsewhere ? reasonOf(error) : null };
}
