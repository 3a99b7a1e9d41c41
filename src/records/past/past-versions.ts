import { isSame } from '../../domain/input.ts';
import { columnsOf, ofEach, type Resource, type Row, type Value } from '../../resources/resource.ts';
import type { LoggedChange, LoggedMove, RecordHistory } from '../../store/past/read-histories.ts';
import type { PastVersion } from '../../store/past/read-past.ts';
import { wireName } from '../changing/changed-fields.ts';

/** A custom field, live or deleted, as far as the log needs it. */
export interface LoggedDefinition {
  readonly id: string;
  readonly model: string;
  readonly api_name: string;
  readonly created_at: string;
  readonly deleted_at: string | null;
}

type Values = Record<string, Value>;

/** Finds the latest of the changes before one. */
type Search = (fits: (one: LoggedChange) => boolean) => LoggedChange | undefined;

/**
 * The versions of a record that have ended, the latest first: its current values, with each change undone in turn. A
 * version that ended in its own moment was never seen, so it is left out. `definitions` are the custom fields.
 */
export function pastVersions(
  resource: Resource,
  { row, changes, moves }: RecordHistory,
  definitions: readonly LoggedDefinition[],
): PastVersion[] {
  const values: Values = { ...row };
  return changes.slice(0, -1).flatMap((change, index): PastVersion[] => {
    const before = changes[index + 1];
    const earlier: Search = (fits) => changes.find((one, at) => at > index && fits(one));
    undoClosing(values, change, earlier, row.created_at);
    undoSubmission(values, change);
    for (const [name, { from }] of Object.entries(change.fields)) {
      undoField(values, { resource, name, from: from as Value, at: change.at, definitions });
    }
    if (change.action === 'delete') values['deleted_at'] = null;
    if (change.action === 'restore') values['deleted_at'] = earlier(({ action }) => action === 'delete')?.at ?? null;
    if (!before || before.at === change.at) return [];
    const { version, at } = before;
    const stay = lastMoveAt(moves, { version, at }) ?? row.created_at;
    const past = { ...values, ...('stage_changed_at' in values && { stage_changed_at: stay }) };
    return [{ ...(past as Row), version, updated_at: at, valid_to: change.at }];
  });
}

interface FieldToUndo {
  readonly resource: Resource;
  readonly name: string;
  readonly from: Value;
  readonly at: string;
  readonly definitions: readonly LoggedDefinition[];
}

function undoField(values: Values, { resource, name, from, at, definitions }: FieldToUndo): void {
  const column = columnNames(resource).get(name);
  if (column !== undefined) values[column] = from;
  if (column !== undefined || !name.startsWith(customPrefix)) return;
  const apiName = name.slice(customPrefix.length);
  const named = definitions.filter((one) => one.model === resource.singular && one.api_name === apiName);
  const definition = definitionAt(named, at);
  if (!definition) return;
  const { [definition.id]: _later, ...others } = (values['custom_fields'] ?? {}) as Readonly<Record<string, Value>>;
  values['custom_fields'] = from === null ? others : { ...others, [definition.id]: from };
}

const customPrefix = 'custom_fields.';

/** The columns by the names that the log gives them. */
const columnNames = ofEach(
  (resource: Resource): ReadonlyMap<string, string> =>
    new Map(
      columnsOf(resource)
        .filter(({ field }) => field.kind !== 'custom_fields')
        .map((column) => [wireName(column), column.name]),
    ),
);

/** Several custom fields of the past may have one name: the change is one of the field that was live then. */
function definitionAt(named: readonly LoggedDefinition[], at: string): LoggedDefinition | undefined {
  const made = named.filter((one) => !isAfter(one.created_at, at));
  const live = made.filter((one) => one.deleted_at === null || isAfter(one.deleted_at, at));
  return latest(live) ?? latest(made) ?? named[0];
}

const latest = (definitions: readonly LoggedDefinition[]): LoggedDefinition | undefined =>
  definitions.toSorted((one, other) => Number(isAfter(other.created_at, one.created_at)))[0];

const isAfter = (one: string, other: string): boolean => Date.parse(one) > Date.parse(other);

/** The moment of the last move up to a version that was not taken back by then. */
const lastMoveAt = (
  moves: readonly LoggedMove[],
  by: { readonly version: number; readonly at: string },
): string | undefined =>
  moves.findLast(
    (move) =>
      (move.version === null ? !isAfter(move.at, by.at) : move.version <= by.version) &&
      (move.taken_back_at === null || isAfter(move.taken_back_at, by.at)),
  )?.at;

// The log did not name these two before the fields had their own entries.

/** A project was closed with the last change of its close type, or with its creation. */
function undoClosing(values: Values, { fields }: LoggedChange, earlier: Search, createdAt: string): void {
  if (!fields['close_type'] || fields['closed_at'] || !('closed_at' in values)) return;
  const closing = earlier((one) => one.fields['close_type'] !== undefined);
  values['closed_at'] = fields['close_type'].from === null ? null : (closing?.at ?? createdAt);
}

/** A bid was submitted by the change that moved or won the project at that moment. */
function undoSubmission(values: Values, { fields, at }: LoggedChange): void {
  const isMoved = fields['project_stage_id'] !== undefined || fields['close_type'] !== undefined;
  if (isMoved && !fields['submitted_at'] && isSame(values['submitted_at'] ?? null, at)) values['submitted_at'] = null;
}
