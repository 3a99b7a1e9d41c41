import { dayOf } from '../domain/calendar.ts';
import { derivationOf } from '../domain/index.ts';
import type { RuleContext } from '../domain/rule.ts';
import type { Resource, Row, Value } from '../resources/resource.ts';
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
  const derive = derivationOf(resource.plural);
  const context = dayContext(directory, at);
  return (row) => assemble(row, directory, derive?.(row, context) ?? {});
}

/** How a row was written last, and with what was derived for its day. */
interface Written {
  readonly resource: Resource;
  readonly derived: Readonly<Record<string, Value>>;
  readonly json: string;
}

/** In characters. */
const longestKept = 16_384;

const writtenBy = new WeakMap<Directory, WeakMap<Row, Written>>();

/** As `showing`, for rows that may recur as the same objects: how they were written whole is kept with them. */
export function showingRecurring(shape: Shape, directory: Directory, at: Date): Show {
  if (shape.keys) return showing(shape, directory, at);
  const { resource } = shape;
  const written = writtenBy.get(directory) ?? new WeakMap<Row, Written>();
  writtenBy.set(directory, written);
  const assemble = assemblerOf(resource);
  const derive = derivationOf(resource.plural);
  const context = dayContext(directory, at);
  return (row) => {
    const derived = derive?.(row, context) ?? {};
    const last = written.get(row);
    if (last?.resource === resource && isAlike(last.derived, derived)) return last.json;
    const json = assemble(row, directory, derived);
    if (json.length <= longestKept) written.set(row, { resource, derived, json });
    return json;
  };
}

const isAlike = (one: Written['derived'], other: Written['derived']): boolean =>
  Object.keys(one).every((name) => one[name] === other[name]);

/** The version of a record's own fields, for `If-Match`. */
export const entityTag = (row: Row): string => `"${row.version}"`;
