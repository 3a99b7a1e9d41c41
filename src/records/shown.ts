import { dayOf } from '../domain/calendar.ts';
import { derivationOf } from '../domain/index.ts';
import type { RuleContext } from '../domain/rule.ts';
import type { Resource, Row } from '../resources/resource.ts';
import { wireTime } from '../resources/formats.ts';
import { assemblerOf } from '../store/assemble.ts';
import type { Directory } from '../store/directory.ts';

/** The instant and the day of an account, for rules and for what is derived. */
export function dayContext(
  directory: Directory,
  at: Date,
): Pick<RuleContext, 'now' | 'today' | 'timeZone' | 'entries'> {
  const now = wireTime(at);
  return {
    now,
    today: dayOf(now, directory.timeZone) ?? now.slice(0, 10),
    timeZone: directory.timeZone,
    entries: (plural) => directory.entries(plural),
  };
}

/** Writes records as JSON text as they read at one instant. */
export type Show = (row: Row) => string;

/** What is shown: the records of a resource, whole or with the keys asked for, and what is asked for besides. */
export interface Shape {
  readonly resource: Resource;
  readonly keys?: readonly string[] | undefined;
  /** Names of what `include` may name. */
  readonly include?: readonly string[] | undefined;
}

/** @param directory the account's, at least as new as the rows. */
export function showing({ resource, keys }: Shape, directory: Directory, at: Date): Show {
  const assemble = assemblerOf(resource, keys);
  const derivation = derivationOf(resource.plural);
  const context = dayContext(directory, at);
  return (row) => assemble(row, directory, derivation?.derive(row, context) ?? {});
}

/** Until when a record reads as it does at an instant, in ms since 1970, if neither it nor the directory changes. */
export function endOfShown({ plural }: Resource, directory: Directory, at: Date): (row: Row) => number {
  const derivation = derivationOf(plural);
  const context = dayContext(directory, at);
  return (row) => derivation?.until(row, context) ?? Infinity;
}

/** The version of a record's own fields, for `If-Match`. */
export const entityTag = (row: Row): string => `"${row.version}"`;
