import { derivations } from '../../domain/index.ts';
import type { Row, Resource } from '../../resources/resource.ts';
import type { StoreContext, RequestContext } from '../request-context.ts';
import type { RecordText } from '../results.ts';
import { withFreshDirectory } from '../fresh-directory.ts';
import { derivationDay, type Shape, rendererOf } from './renderer.ts';
import { queryRefusal, type Refusal } from '../../refusal.ts';
import { readLongTexts } from '../../store/past/read-long-texts.ts';
import { longTexts } from '../../store/past/past-table.ts';
import { type Tie, tieOf } from '../../resources/includes.ts';
import { readGathered } from '../../store/query/gathered.ts';
import { readStageChanges, type StageChange, mostRelated, readRelated } from '../../store/query/related.ts';
import type { Directory } from '../../store/rows/directory.ts';

/** Renders rows that were just read, with their included records. */
export async function renderRows(context: StoreContext, shape: Shape, read: readonly Row[]): Promise<RecordText[]> {
  const rows = await withLongTexts(context, shape, await withGathered(context, shape, read));
  const further = await readIncluded(context, shape, rows);
  return await withFreshDirectory(context, async (fresh) => {
    const write = rendererOf(shape, fresh.directory, fresh.at);
    const include = further(fresh);
    return rows.map((row) => {
      const json = write(row);
      context.room?.take(json);
      return extended(json, include(row));
    });
  });
}

/** The rows with the values that other records decide, as far as the shape shows them: by one statement for all. */
async function withGathered(
  context: StoreContext,
  { resource, keys = [], include = [] }: Shape,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const names = [...keys, ...include].filter((name) => resource.fields[name]?.gathered);
  if (names.length === 0 || rows.length === 0) return rows;
  const asked = {
    resource,
    names: [...new Set(names)],
    accountId: context.actor.accountId,
    ids: rows.map(({ id }) => id),
  };
  const values = await readGathered(context.store.engine, asked, context.at);
  return rows.map((row) => ({ ...row, ...values.get(row.id) }));
}

/** Past versions with their long texts, if the shape shows any. */
export async function withLongTexts(
  { store, actor }: StoreContext,
  { resource, keys, asOf }: Shape,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  if (asOf === undefined || rows.length === 0) return rows;
  const isShown = longTexts(resource).some((name) => keys?.includes(name) ?? true);
  if (!isShown) return rows;
  const texts = await readLongTexts(store.engine, { accountId: actor.accountId, resource, rows });
  return rows.map((row) => ({ ...row, ...texts.get(row.id) }));
}

const extended = (json: string, further: string): string => (further === '' ? json : `${json.slice(0, -1)}${further}}`);

/** Writes the keys that follow a record's own keys, `,"tasks":[…]`, as one request shows them. */
export type FurtherKeys = (context: RequestContext) => (row: Row) => string;

/**
 * Reads the included records of rows, with one statement per resource for all rows.
 * @throws {Refusal} `invalid_query` if they are more than one answer may hold; nothing is truncated.
 */
async function readIncluded(
  context: StoreContext,
  { resource, include = [], asOf }: Shape,
  rows: readonly Row[],
): Promise<FurtherKeys> {
  const included: [key: string, value: FurtherKeys][] = [];
  let count = 0;
  for (const name of include) {
    const { size, value } = await readNamed({ context, resource, rows, asOf }, name);
    count += size;
    if (count > mostRelated) throw tooMany(name);
    included.push([`,${JSON.stringify(name)}:`, value]);
  }
  if (included.length === 0) return () => () => '';
  return (fresh) => {
    const values = included.map(([key, value]) => [key, value(fresh)] as const);
    return (row) => values.map(([key, value]) => key + value(row)).join('');
  };
}

interface IncludingRows {
  readonly context: StoreContext;
  readonly resource: Resource;
  readonly rows: readonly Row[];
  readonly asOf: Date | undefined;
}

interface IncludedRecords {
  /** The number of records read for it. */
  readonly size: number;
  readonly value: FurtherKeys;
}

async function readNamed(beside: IncludingRows, name: string): Promise<IncludedRecords> {
  const { resource } = beside;
  const inclusion = resource.includes?.[name];
  if (inclusion === undefined) return { size: 0, value: ofItself(beside, name) };
  const tie = tieOf(resource, inclusion);
  return tie ? await readTied(beside, tie) : await readMoves(beside);
}

/** A value of the record itself. */
function ofItself({ resource, asOf }: IncludingRows, name: string): FurtherKeys {
  const derivation = resource.fields[name]?.derived ? derivations[resource.plural] : undefined;
  return ({ directory, at }) => {
    const day = derivationDay(directory, at, asOf);
    return (row) => {
      const values: Readonly<Record<string, unknown>> = derivation?.derive(row, day) ?? row;
      return JSON.stringify(values[name] ?? resource.fields[name]?.empty ?? null);
    };
  };
}

async function readTied(
  { context, resource, rows }: IncludingRows,
  { family, theirs, through, ours, single }: Tie,
): Promise<IncludedRecords> {
  const ids = [...new Set(rows.flatMap((row) => idIn(row, ours) ?? []))];
  const { accountId } = context.actor;
  const links = through === undefined ? undefined : { through, owner: resource };
  const found = await readRelated(context.store.engine, { family, column: theirs, links, accountId, ids });
  const owned = grouped(found, (row) => row[theirs] as string | readonly string[] | null);
  return {
    size: found.length,
    value: ({ directory, at }) => {
      const show = counted(context, rendererOf({ resource: family }, directory, at));
      return (row) => {
        const own = owned.get(idIn(row, ours)) ?? [];
        if (!single) return `[${own.map(show).join(',')}]`;
        return own[0] ? show(own[0]) : 'null';
      };
    },
  };
}

async function readMoves({ context, rows, asOf }: IncludingRows): Promise<IncludedRecords> {
  const ids = rows.map(({ id }) => id);
  const found = await readStageChanges(context.store.engine, context.actor.accountId, ids, asOf);
  const owned = grouped(found, (change) => change.project_id);
  return {
    size: found.length,
    value: ({ directory }) => {
      const show = counted(context, (change: StageChange) => showStageChange(change, directory));
      return ({ id }) => `[${(owned.get(id) ?? []).map(show).join(',')}]`;
    },
  };
}

/** Wraps `show` so that its text counts toward the size of the answer. */
const counted =
  <One>({ room }: RequestContext, show: (one: One) => string) =>
  (one: One): string => {
    const json = show(one);
    room?.take(json, 'include');
    return json;
  };

const idIn = (row: Row, column: string): string | null => (row[column] ?? null) as string | null;

/** The ones by key. One with several keys is in several groups. */
function grouped<One>(
  found: readonly One[],
  keysOf: (one: One) => string | readonly string[] | null,
): Map<string | null, One[]> {
  const groups = new Map<string | null, One[]>();
  for (const one of found) {
    for (const key of [keysOf(one)].flat()) {
      const group = groups.get(key);
      if (group) group.push(one);
      else groups.set(key, [one]);
    }
  }
  return groups;
}

function tooMany(name: string): Refusal {
  const most = mostRelated.toLocaleString('en');
  const message = `adds more than ${most} records; ask for fewer records per page, or list ${name} separately`;
  return queryRefusal([{ parameter: 'include', code: 'too_many', message }]);
}

/** A move as JSON text. */
function showStageChange(change: StageChange, directory: Directory): string {
  const from = directory.embedded('project_stages', change.from_stage_id);
  const to = directory.embedded('project_stages', change.to_stage_id);
  const by = directory.embedded('users', change.by_id);
  return `{"id":"${change.id}","from":${from},"to":${to},"at":"${change.at}","by":${by}}`;
}
