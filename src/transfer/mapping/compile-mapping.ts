import { quoted } from '../../refusal.ts';
import { dayBeside, type Mapping, type MappedColumn, type ReferenceRule } from '../../resources/transfer/mapping.ts';
import type { FileCell } from '../files/file-rows.ts';
import type { DraftRow } from './draft-row.ts';
import type { MappedRow, MappingFault } from './mapping.ts';
import { keysOf } from './keys.ts';
import { type PartTaken, partOf } from './part-taken.ts';
import { type RowPlace, type PlaceContext, placeOf } from './places.ts';
import { defaultRule, referencesSought } from './references.ts';
import type { EntriesOf, MappingScope } from './scope.ts';
import { type ColumnReader, readingOf } from './sources.ts';
import { isBlank } from './reading-text/steps.ts';
import { stepsOf } from './transform-readers.ts';
import { withNewFields, type MappingTarget, targetsOf } from '../../resources/transfer/targets.ts';
import { isKey, rejectsUnfit } from './rejects-unfit.ts';
import { wholeNumber } from './reading-text/scientific-numbers.ts';
import { expectedOf, isUnfit, type Unfit } from './reading-text/unfit.ts';
import { isLine, isText } from './text-targets.ts';
import { currencyCode, type NumberNotice, numberNoticeOf, roundedCode } from './value-notices.ts';
import { restoreZeros } from './zip-codes.ts';

/** The scope of a mapping with the account's time zone and lists, for its application to rows. */
export interface ApplyingScope extends MappingScope {
  /** The account's time zone: a time without an offset is in it. IANA name. */
  readonly timeZone: string;
  /** The entries of the account's lists. Without them, a category is read by its key, and a user by the id. */
  readonly entriesOf?: EntriesOf;
  /** The account's currency: an ISO 4217 code. Without it, no amount is in another one. */
  readonly currency?: string;
}

/** A function that applies a mapping without mistakes to the cells of a row. It resolves everything that it can once. */
export function compileMapping(mapping: Mapping, scope: ApplyingScope): (cells: readonly FileCell[]) => MappedRow {
  const targets = targetsOf(scope.family, withNewFields(scope.customFields, mapping.custom_fields));
  const ruleOf = (name: string): ReferenceRule => mapping.references[name] ?? defaultRule(name, targets);
  const context = { targets, ruleOf, timeZone: scope.timeZone, entriesOf: scope.entriesOf ?? (() => []) };
  const indexes = new Map(scope.columns.map(({ name }, index) => [name, index]));
  const sourced = fieldsBySource(mapping);
  const fillings = mapping.columns.flatMap((column) => {
    const rejects = rejectsUnfit(column, mapping, context);
    const isOfKey = isKey(column.to, mapping) || /\.(?:external_)?id$/.test(column.to);
    const indexOf = (name: string) => indexes.get(name) ?? -1;
    const isShared = column.from.flat().some((name) => sourced.get(name) !== 1);
    return fillingOf(column, context, { indexOf, rejects, isOfKey, isShared, scope });
  });
  const sought = referencesSought(mapping, context);
  const keys = keysOf(mapping.upsert_by, context);
  const begin = rowsFrom(mapping.constants);
  return (cells) => {
    const row = begin();
    const faults: MappingFault[] = [];
    const lost: MappingFault[] = [];
    let work = 0;
    for (const filling of fillings) {
      work += filling.length(cells) * filling.passes;
      if (work > mostWork) {
        faults.push(tooMuch(filling.to));
        break;
      }
      const outcome = fill(row, filling, cells);
      if (outcome !== null) (lostCodes.has(outcome.code) ? lost : faults).push(outcome);
    }
    restoreZeros(row);
    const found = keys(row);
    const key = row.id === null ? found && JSON.stringify(found) : `#${row.id}`;
    const problems = faults.filter(isOwn);
    return { fields: row.fields, id: row.id, references: sought(row), key, keys: found, problems, lost };
  };
}

/** How many fields each column fills. */
function fieldsBySource({ columns }: Mapping): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { from } of columns) for (const name of from.flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Whether a fault says more than the fault of the day beside it: an instant is read from the column of its day. */
function isOwn({ to, column, rejects }: MappingFault, _: number, all: readonly MappingFault[]): boolean {
  const day = dayBeside[to];
  // A row can have a thousand faults, so only the few instants look at the others.
  if (day === undefined) return true;
  return !all.some((other) => other.to === day && other.column === column && other.rejects === rejects);
}

/**
 * The most characters that a row may have for its columns to read, counted once for each column and each of its steps.
 * Columns may read the same long text, and other requests wait for a row.
 */
const mostWork = 2 * 1024 * 1024;

const tooMuch = (to: string): MappingFault => ({
  to,
  column: null,
  code: 'too_long',
  message:
    'The texts of the row are too long for the mapping: more than 2,097,152 characters, each counted for each step.',
  rejects: true,
});

interface Filling extends RowPlace, ColumnReader {
  readonly to: string;
  readonly part: PartTaken | null;
  /** How often the texts are read. */
  readonly passes: number;
  readonly clears: boolean;
  readonly rejects: (problem: Unfit) => boolean;
  /** Whether a number in scientific notation is read as a whole one. */
  readonly isWhole: boolean;
  readonly numberNotice: NumberNotice | null;
}

interface FillingOptions extends Pick<Filling, 'rejects'> {
  readonly indexOf: (name: string) => number;
  /** Whether the column names a record. */
  readonly isOfKey: boolean;
  /** Whether another field takes a part of the column too. */
  readonly isShared: boolean;
  readonly scope: Pick<ApplyingScope, 'family' | 'currency'>;
}

function fillingOf(column: MappedColumn, context: PlaceContext, options: FillingOptions): Filling[] {
  const target = context.targets.get(column.to);
  if (!target) return [];
  const { timeZone, ruleOf } = context;
  const { indexOf, isOfKey, isShared, rejects, scope } = options;
  const form = { isFraction: isFraction(target), isText: isText(target, ruleOf), timeZone };
  const steps = stepsOf(column.transform ?? [], form);
  const reading = readingOf(column.from, steps, { ...form, indexOf });
  return [
    {
      ...placeOf(target, context),
      ...reading,
      to: column.to,
      part: partOf(column, target, context, { isShared, family: scope.family }),
      passes: steps.passes,
      clears: column.blank === 'clear',
      rejects,
      isWhole: isOfKey || isLine(target, ruleOf),
      numberNotice: numberNoticeOf(target, scope.currency),
    },
  ];
}

const isFraction = (target: MappingTarget): boolean => target.kind === 'field' && target.field.kind === 'fraction';

/** Fills a row from one mapped column. @returns the fault of the cell if it cannot be read */
function fill(row: DraftRow, filling: Filling, cells: readonly FileCell[]): MappingFault | null {
  // A row of an export names its record by the id; its texts are as they are stored.
  const isWhole = filling.isWhole && row.id === null;
  const read = isWhole ? asLine(filling.read(cells)) : filling.read(cells);
  const value = isBlank(read) || isUnfit(read) ? read : filling.convert(read);
  if (isUnfit(value)) return faultOf(filling, value, cells);
  if (!isBlank(value)) filling.put(row, value);
  else if (filling.clears) filling.put(row, null);
  return typeof value === 'number' ? numberFault(filling, { read, value }, cells) : partFault(filling, read, cells);
}

/** A value for a line of text: its blanks are plain ones, and a number in scientific notation is whole. */
function asLine(read: unknown): unknown {
  const whole = wholeNumber(read);
  return typeof whole === 'string' ? whole.replaceAll(/[\u00a0\u2007\u202f]/g, ' ') : whole;
}

/** The code of a value of which a field takes only a part. */
const partCode = 'partly_imported';

/** The codes of values that a field takes, but not as they are. */
const lostCodes: ReadonlySet<string> = new Set([
  ...[partCode, 'two_people', 'two_companies', roundedCode, currencyCode],
]);

/** The notice of a number that is not stored as its cell has it. */
function numberFault(
  { to, numberNotice, blamed }: Filling,
  { read, value }: { readonly read: unknown; readonly value: number },
  cells: readonly FileCell[],
): MappingFault | null {
  if (numberNotice === null) return null;
  const { column, value: text } = blamed(cells);
  const notice = numberNotice(read, value, text, column ?? '');
  return notice && { to, column, ...notice, value: begun(text), rejects: false };
}

/** The fault of what a cell has besides the value that a field takes. */
function partFault({ to, part, blamed }: Filling, read: unknown, cells: readonly FileCell[]): MappingFault | null {
  if (part === null || read === null) return null;
  const { column, value } = blamed(cells);
  const text = part.isOfCell || typeof read !== 'string' ? value : read;
  const rest = part.restOf(text);
  if (rest !== '') {
    const message = `Column ${column ?? ''}: only ${part.taken} of a cell is imported, not ${quoted(begun(rest))}.`;
    return { to, column, code: partCode, message, value: begun(rest), rejects: false };
  }
  const { two } = part;
  if (two === null || !two.are(text)) return null;
  const message = `Column ${column ?? ''}: ${quoted(value)} ${two.words}`;
  return { to, column, code: two.code, message, value: begun(value), rejects: false };
}

/** The limit of characters of a cell's text in a fault. */
const mostShown = 200;

function faultOf({ to, blamed, rejects }: Filling, problem: Unfit, cells: readonly FileCell[]): MappingFault {
  const { column, value } = blamed(cells);
  const shown = begun(value);
  const message = `Column ${column ?? ''}: ${quoted(value)} is not ${expectedOf(problem)}.`;
  return { to, column, code: problem.code, message, value: shown, rejects: rejects(problem) };
}

/** The beginning of a long text. Postgres stores no half of a surrogate pair. */
const begun = (text: string): string =>
  text.length > mostShown ? `${text.slice(0, mostShown - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;

/** Begins each row with the constants. The objects among them are copied, because columns add to them. */
function rowsFrom(constants: Mapping['constants']): () => DraftRow {
  const objects = Object.entries(constants).filter(
    ([, value]) => typeof value === 'object' && value !== null && !Array.isArray(value),
  );
  return () => {
    const fields: Record<string, unknown> = { ...constants };
    for (const [name, value] of objects) fields[name] = { ...(value as object) };
    return { fields, id: null, references: new Map() };
  };
}
