import { inStageSince, type PastMove, type WayBack } from '../../domain/projects/project-reversion.ts';
import { isSame } from '../../domain/input.ts';
import type { Values } from '../../domain/rule.ts';
import { type Problem, Refusal, refuseFaulty } from '../../refusal.ts';
import { words } from '../../resources/in-words.ts';
import { columnsOf, type Resource, type Row, type Value } from '../../resources/resource.ts';
import { isId } from '../../resources/vocabulary/formats.ts';
import type { Directory } from '../../store/rows/directory.ts';
import { fieldsWithin, type PastField } from '../../store/log/changes.ts';
import { lastMoves } from '../../store/log/stage-moves.ts';
import type { ChangeContext } from '../request-context.ts';
import { type ChangeOutcome, notFound, type RenderedRecord } from '../results.ts';
import { changeOneWithin, compoundChange } from './change.ts';
import { beginSession } from './change-session.ts';
import type { ChangeSession, Item } from './change-set.ts';
import { wireName } from './changed-fields.ts';
import { refuseForeign } from './record-checks.ts';
import { changedBy, pointerOf } from './stale.ts';

/** A request to set a record back to the values of an earlier version. */
export interface Reversion extends Omit<Item, 'input' | 'reversion'> {
  readonly version: number;
  /** The JSON pointer of the version. */
  readonly versionPointer: string;
  /** The last version whose changes are taken back; null for the current one. */
  readonly until: number | null;
  /** Also set back fields that other users have changed since, or that were changed after `until`. */
  readonly force: boolean;
}

/**
 * Sets every field that changed after a version back to its value then, as one ordinary change.
 * @throws {Refusal} `conflict` if one of them was changed since, or if the record is deleted.
 */
export const revertRecord = (
  outer: ChangeContext<RenderedRecord>,
  resource: Resource,
  reversion: Reversion,
): Promise<ChangeOutcome<RenderedRecord>> =>
  compoundChange(outer, async (transaction, fresh) => {
    const changeSet = { resource, action: 'update' } as const;
    const session = await beginSession(transaction, fresh, { ...changeSet, items: [{ ...reversion, input: {} }] });
    const [item] = await itemsBack(session, [reversion]);
    if (!item || item instanceof Refusal) throw item ?? new RangeError('the reversion has no record');
    return await changeOneWithin(transaction, { ...fresh, directory: session.directory }, { ...changeSet, item });
  });

/**
 * The changes that set the records of a session back, or the refusal of each that cannot be set back.
 * @param longest the age of the oldest stage move that can be taken back, in milliseconds.
 */
export async function itemsBack(
  session: ChangeSession,
  reversions: readonly Reversion[],
  longest?: number,
): Promise<readonly (Item | Refusal)[]> {
  const { transaction, context, changeSet, directory } = session;
  const { accountId, userId } = context.actor;
  const idOf = ({ id }: Reversion): string => (isId(id) ? id : '0');
  const ranges = reversions.map((one) => ({ id: idOf(one), version: one.version, until: one.until }));
  const past = await fieldsWithin(transaction, { accountId, resource: changeSet.resource, userId }, ranges);
  const moved = reversions.filter((_, index) => past[index]?.some(({ name }) => name === 'project_stage_id'));
  const moves = await lastMoves(transaction, accountId, moved.map(idOf));
  const now = session.ruleContext.now;
  return reversions.map((one, index) => {
    const { pointer, id, versions, version, force } = one;
    try {
      const before = recordToRevert(session, one);
      const fields = fieldsBack(changeSet.resource, before, past[index] ?? [], directory);
      const isCurrent = versions === undefined || versions.includes(before.version);
      if (isCurrent && !force) refuseChangedSince(session, pointer, fields);
      const input = inputOf(fields);
      const stay = { version, userId, now, ...(longest !== undefined && { longest }) };
      const reversion = { version, inStageSince: stayIn(input['project_stage_id'], moves.get(before.id), stay) };
      return { pointer, id, input, problems: [], versions, reversion };
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  });
}

const stayIn = (stageId: unknown, moves: readonly PastMove[] = [], stay: Omit<WayBack, 'stageId'>): string | null =>
  typeof stageId === 'string' ? inStageSince(moves, { ...stay, stageId }) : null;

function recordToRevert({ prefetched, context, changeSet }: ChangeSession, reversion: Reversion): Row {
  const { version, versionPointer } = reversion;
  const { resource } = changeSet;
  const id = reversion.id ?? '';
  const row = prefetched.rows.get(id);
  if (!row) throw notFound(resource, id);
  refuseForeign(resource, row, context.actor);
  refuseFaulty(reversion.problems);
  if (row.deleted_at !== null) {
    throw new Refusal('conflict', `This ${words(resource)} is deleted. Restore it first.`);
  }
  if (version <= row.version) return row;
  throw new Refusal('validation_failed', `This ${words(resource)} has no version ${version} yet.`, {
    problems: [{ pointer: versionPointer, code: 'out_of_range', message: `must be at most ${row.version}` }],
  });
}

/** A field to set back, by its name in the history. */
interface FieldBack extends PastField {
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
function fieldsBack(resource: Resource, before: Row, past: readonly PastField[], directory: Directory): FieldBack[] {
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
function inputOf(fields: readonly FieldBack[]): Values {
  const custom = fields.flatMap(({ apiName, value }) => (apiName === undefined ? [] : [[apiName, value] as const]));
  const plain = fields
    .filter(({ apiName }) => apiName === undefined)
    .map(({ column, value }) => [column, value] as const);
  return {
    ...Object.fromEntries(plain),
    ...(custom.length > 0 ? { custom_fields: Object.fromEntries(custom) } : {}),
  };
}

function refuseChangedSince(
  { context, directory, changeSet }: ChangeSession,
  pointer: string,
  fields: readonly FieldBack[],
) {
  const problems = fields.flatMap(({ name, value, current, other }): Problem[] =>
    other === null
      ? []
      : [
          {
            pointer: `${pointer}/${pointerOf(name)}`,
            code: 'stale',
            message: `was changed${other.user_id === context.actor.userId ? '' : ' by another user'} since`,
            given: value,
            current,
            ...changedBy(directory, other),
          },
        ],
  );
  if (problems.length === 0) return;
  const detail = `This ${words(changeSet.resource)} was changed since. To overwrite the changes, send "force": true.`;
  throw new Refusal('conflict', detail, { problems });
}
