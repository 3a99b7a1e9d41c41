import { dayOf } from '../domain/calendar.ts';
import { derivationOf } from '../domain/index.ts';
import type { RuleContext } from '../domain/rule.ts';
import type { Resource, Row, Value } from '../resources/resource.ts';
import { wireTime } from '../resources/formats.ts';
import { assemblerOf } from '../store/assemble.ts';
import type { Directory } from '../store/directory.ts';
import { keptWith } from '../store/kept-with.ts';

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

interface Writing {
  readonly derivedOf: (row: Row) => Readonly<Record<string, Value>>;
  readonly write: (row: Row, derived: Readonly<Record<string, Value>>) => string;
}

function writing({ resource, keys }: Shape, directory: Directory, at: Date): Writing {
  const assemble = assemblerOf(resource, keys);
  const derive = derivationOf(resource.plural);
  const context = dayContext(directory, at);
  return {
    derivedOf: (row) => derive?.(row, context) ?? {},
    write: (row, derived) => assemble(row, directory, derived),
  };
}

/** @param directory the account's, at least as new as the rows. */
export function showing(shape: Shape, directory: Directory, at: Date): Show {
  const { derivedOf, write } = writing(shape, directory, at);
  return (row) => write(row, derivedOf(row));
}

/** How a row was written last, and with what was derived for its day. */
interface Written {
  readonly resource: Resource;
  readonly derived: Readonly<Record<string, Value>>;
  readonly json: string;
}

/** In characters. */
const longestKept = 16_384;

const writtenBy = keptWith<Directory, WeakMap<Row, Written>>(() => new WeakMap());

/** As `showing`, for rows that may recur as the same objects: how they were written whole is kept with them. */
export function showingRecurring(shape: Shape, directory: Directory, at: Date): Show {
  if (shape.keys) return showing(shape, directory, at);
  const { resource } = shape;
  const { derivedOf, write } = writing(shape, directory, at);
  const written = writtenBy(directory);
  return (row) => {
    const derived = derivedOf(row);
    const last = written.get(row);
    if (last?.resource === resource && isAlike(last.derived, derived)) return last.json;
    const json = write(row, derived);
    if (json.length <= longestKept) written.set(row, { resource, derived, json });
    return json;
  };
}

const isAlike = (one: Written['derived'], other: Written['derived']): boolean =>
  Object.keys(one).every((name) => one[name] === other[name]);

/** The version of a record's own fields, for `If-Match`. */
export const entityTag = (row: Row): string => `"${row.version}"`;
