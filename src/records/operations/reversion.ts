import { inStageSince } from '../../domain/projects/project-reversion.ts';
import type { Values } from '../../domain/rule.ts';
import { type Problem, Refusal, refuseFaulty } from '../../refusal.ts';
import { words } from '../../resources/in-words.ts';
import { columnsOf, type Resource, type Row, type Value } from '../../resources/resource.ts';
import { isId } from '../../resources/vocabulary/formats.ts';
import type { Directory } from '../../store/rows/directory.ts';
import { fieldsSince, type PastField } from '../../store/log/changes.ts';
import { lastMoves } from '../../store/log/stage-moves.ts';
import { beginSession } from '../changing/change-session.ts';
import { changeOneWithin, compoundChange } from '../changing/change.ts';
import type { ChangeSession, Item } from '../changing/change-set.ts';
import { wireName } from '../changing/changed-fields.ts';
import { isSame } from '../../domain/input.ts';
import { refuseForeign } from '../changing/record-checks.ts';
import { changedBy, pointerOf } from '../changing/stale.ts';
import type { ChangeContext } from '../request-context.ts';
import { notFound, type Outcome, type Rendered } from '../results.ts';

/** A request to set a record back to the values of an earlier version. */
export interface RevertRequest {
  readonly resource: Resource;
  /** The record, without values. Its problems are those of the request. */
  readonly item: Item;
  readonly version: number;
  /** Also set back fields that other users have changed since. */
  readonly force: boolean;
}

/**
 * Sets every field that changed after a version back to its value then, as one ordinary change.
 * @throws {Refusal} `conflict` if another user has changed one of them since, or if the record is deleted.
 */
export const revertRecord = (outer: ChangeContext<Rendered>, asked: RevertRequest): Promise<Outcome<Rendered>> =>
  compoundChange(outer, async (transaction, fresh) => {
    const { resource, item, version, force } = asked;
    const session = await beginSession(transaction, fresh, { resource, action: 'update', items: [item] });
    const before = recordToRevert(session, asked);
    const { accountId, userId } = fresh.actor;
    const past = await fieldsSince(transaction, { accountId, resource, id: before.id }, { version, userId });
    const fields = fieldsBack(resource, before, past, session.directory);
    const isCurrent = item.versions === undefined || item.versions.includes(before.version);
    if (isCurrent && !force) refuseChangedByOthers(asked, fields, session.directory);
    const input = inputOf(fields);
    const reversion = { version, inStageSince: await stayOf(session, before.id, input, version) };
    const context = { ...fresh, directory: session.directory };
    return await changeOneWithin(transaction, context, {
      resource,
      action: 'update',
      item: { ...item, input, reversion },
    });
  });

function recordToRevert({ prefetched, context }: ChangeSession, { resource, item, version }: RevertRequest): Row {
  const id = item.id ?? '';
  const row = isId(id) ? prefetched.rows.get(id) : undefined;
  if (!row) throw notFound(resource, id);
  refuseForeign(resource, row, context.actor);
  refuseFaulty(item.problems);
  if (row.deleted_at !== null) {
    throw new Refusal('conflict', `This ${words(resource)} is deleted. Restore it first.`);
  }
  if (version <= row.version) return row;
  throw new Refusal('validation_failed', `This ${words(resource)} has no version ${version} yet.`, {
    problems: [{ pointer: '/revert/version', code: 'out_of_range', message: `must be at most ${row.version}` }],
  });
}

/** A field to set back, by its name in the history. */
export interface FieldBack extends PastField {
  readonly current: Value;
  /** The field as the part of an input that has the past value. */
  readonly column: string;
  /** The name of a custom field. */
  readonly apiName?: string;
}

/**
 * The fields whose values differ from the past ones. A custom field that was deleted since is none, and neither is a
 * record that only an operation refers to, such as the project of a converted lead.
 */
export function fieldsBack(
  resource: Resource,
  before: Row,
  past: readonly PastField[],
  directory: Directory,
): FieldBack[] {
  const columns = columnsOf(resource).filter(({ field }) => !(field.readOnly && field.kind === 'reference'));
  const known = new Map<string, Omit<FieldBack, keyof PastField>>([
    ...columns.map(
      (column) => [wireName(column), { column: column.name, current: before[column.name] ?? null }] as const,
    ),
    ...customOf(resource, before, directory),
  ]);
  return past.flatMap((field) => {
    const found = known.get(field.name);
    return found && !isSame(field.value, found.current) ? [{ ...field, ...found }] : [];
  });
}

function customOf({ singular }: Resource, before: Row, directory: Directory) {
  const stored = (before['custom_fields'] ?? {}) as Readonly<Record<string, Value>>;
  return directory
    .customFields(singular)
    .map(
      ({ id, apiName }) =>
        [`custom_fields.${apiName}`, { column: 'custom_fields', apiName, current: stored[id] ?? null }] as const,
    );
}

/** The input that sets fields back. */
export function inputOf(fields: readonly FieldBack[]): Values {
  const custom = fields.flatMap(({ apiName, value }) => (apiName === undefined ? [] : [[apiName, value] as const]));
  const plain = fields
    .filter(({ apiName }) => apiName === undefined)
    .map(({ column, value }) => [column, value] as const);
  return {
    ...Object.fromEntries(plain),
    ...(custom.length > 0 ? { custom_fields: Object.fromEntries(custom) } : {}),
  };
}

function refuseChangedByOthers({ resource, item }: RevertRequest, fields: readonly FieldBack[], directory: Directory) {
  const problems = fields.flatMap(({ name, value, current, other }): Problem[] =>
    other === null
      ? []
      : [
          {
            pointer: `${item.pointer}/${pointerOf(name)}`,
            code: 'stale',
            message: 'was changed by another user since',
            ...{ given: value, current },
            ...changedBy(directory, other),
          },
        ],
  );
  if (problems.length === 0) return;
  const detail = `Other users have changed this ${words(resource)} since. To overwrite their changes, send "force": true.`;
  throw new Refusal('conflict', detail, { problems });
}

/** The instant since which the project has been in its earlier stage, if the user takes back a recent move. */
async function stayOf(session: ChangeSession, id: string, input: Values, version: number): Promise<string | null> {
  const { transaction, context, changeSet } = session;
  const stageId = input['project_stage_id'];
  if (changeSet.resource.plural !== 'projects' || typeof stageId !== 'string') return null;
  const moves = await lastMoves(transaction, context.actor.accountId, id);
  const { now } = session.ruleContext;
  return inStageSince(moves, { stageId, version, userId: context.actor.userId, now });
}
