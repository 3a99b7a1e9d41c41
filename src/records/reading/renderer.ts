import { dayOf } from '../../domain/calendar.ts';
import { derivations } from '../../domain/index.ts';
import type { RuleContext } from '../../domain/rule.ts';
import type { EmbeddedUser } from '../../resources/record-types.ts';
import { type Resource, type Row, showsDerived } from '../../resources/resource.ts';
import { wireTime } from '../../resources/vocabulary/formats.ts';
import { tieOf } from '../../resources/includes.ts';
import { assemblerOf } from '../../store/rows/assemble.ts';
import type { Directory } from '../../store/rows/directory.ts';
import { type RenderedRecord, type RecordText, parsed } from '../results.ts';

/** The instant and the day of an account, for rules and derived fields. */
export function dayContext(
  directory: Directory,
  at: Date,
): Pick<RuleContext, 'now' | 'today' | 'timeZone' | 'fiscalYearStartsMonth' | 'entries'> {
  const now = wireTime(at);
  return {
    now,
    today: dayOf(now, directory.timeZone) ?? now.slice(0, 10),
    timeZone: directory.timeZone,
    fiscalYearStartsMonth: directory.fiscalYearStartsMonth,
    entries: (plural) => directory.entries(plural),
  };
}

/** The instant and the day by which fields of a record are derived: those of `asOf`, if the record is of the past. */
export const derivationDay = (directory: Directory, at: Date, asOf: Date | undefined) => ({
  ...dayContext(directory, asOf ?? at),
  isPast: asOf !== undefined,
});

/** Renders a record as of one instant. */
export type Render = (row: Row) => RecordText;

/** The shape of rendered records of a resource: whole or with the requested keys, and with the requested includes. */
export interface Shape {
  readonly resource: Resource;
  readonly keys?: readonly string[] | undefined;
  /** Names that `include` may give. */
  readonly include?: readonly string[] | undefined;
  /** The instant as of which the records were read; undefined if they are the current ones. */
  readonly asOf?: Date | undefined;
}

/** The keys and columns that a statement must read for a shape; all without `keys`. */
export const readKeys = ({ resource, keys, include = [] }: Shape): readonly string[] | undefined =>
  keys && [...keys, ...include.map((name) => columnOfInclude(resource, name))];

function columnOfInclude(resource: Resource, name: string): string {
  const inclusion = resource.includes?.[name];
  return (inclusion && tieOf(resource, inclusion)?.ours) ?? name;
}

/** @param directory of the account, at least as new as the rows. */
export function rendererOf({ resource, keys, asOf }: Shape, directory: Directory, at: Date): Render {
  const assemble = assemblerOf(resource, keys);
  const derivation = showsDerived(resource, keys) ? derivations[resource.plural] : undefined;
  const context = derivationDay(directory, at, asOf);
  return (row) => assemble(row, directory, derivation?.derive(row, context) ?? {});
}

/** The end of a rendered text's validity, in ms since 1970, if neither the record nor the directory changes. */
export function validityOf({ plural }: Resource, directory: Directory, at: Date): (row: Row) => number {
  const derivation = derivations[plural];
  const ruleContext = dayContext(directory, at);
  return (row) => derivation?.until(row, ruleContext) ?? Infinity;
}

/** Renders a whole record after a change. */
export const rendered = (
  resource: Resource,
  row: Row,
  { directory, at }: { readonly directory: Directory; readonly at: Date },
): RenderedRecord => ({ id: row.id, version: row.version, json: rendererOf({ resource }, directory, at)(row) });

/** The user with an id; null if the id is null. */
export const embeddedUser = <Id extends string | null>(directory: Directory, id: Id) =>
  parsed<Id extends string ? EmbeddedUser : EmbeddedUser | null>(directory.embedded('users', id));
