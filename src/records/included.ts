import { queryRefusal, type Refusal } from '../refusal.ts';
import { type Tie, tieOf } from '../resources/includes.ts';
import type { Resource, Row } from '../resources/resource.ts';
import { mostRelated, readRelated } from '../store/related.ts';
import type { Store } from '../store/store.ts';
import type { Call } from './call.ts';
import { type Shape, showing } from './shown.ts';
import { readStageChanges, showStageChange } from './stage-changes.ts';

/** Writes what stands behind a record's own keys, `,"tasks":[…]`, as it reads for a call. */
export type Further = (call: Call) => (row: Row) => string;

/**
 * Reads what is included beside rows, each family by one statement however many the rows are.
 * @throws {Refusal} `invalid_query` when that is more than one answer may hold: nothing is cut.
 */
export async function readIncluded(
  store: Store,
  call: Call,
  { resource, include = [] }: Shape,
  rows: readonly Row[],
): Promise<Further> {
  const included: [key: string, value: Further][] = [];
  let count = 0;
  for (const name of include) {
    const { size, value } = await readNamed({ store, call, resource, rows }, name);
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

interface Beside {
  readonly store: Store;
  readonly call: Call;
  readonly resource: Resource;
  readonly rows: readonly Row[];
}

interface Included {
  /** How many records were read for it. */
  readonly size: number;
  readonly value: Further;
}

async function readNamed(beside: Beside, name: string): Promise<Included> {
  const { resource } = beside;
  const inclusion = resource.includes?.[name];
  if (inclusion === undefined) return { size: 0, value: () => (row) => JSON.stringify(row[name] ?? null) };
  const tie = tieOf(resource, inclusion);
  return tie ? await readTied(beside, tie) : await readMoves(beside);
}

async function readTied({ store, call, rows }: Beside, { family, theirs, ours, single }: Tie): Promise<Included> {
  const ids = [...new Set(rows.flatMap((row) => idIn(row, ours) ?? []))];
  const { accountId } = call.actor;
  const found = await readRelated(store.engine, { family, column: theirs, accountId, ids });
  const owned = grouped(found, (row) => idIn(row, theirs));
  return {
    size: found.length,
    value: ({ directory, at }) => {
      const show = showing({ resource: family }, directory, at);
      return (row) => {
        const own = owned.get(idIn(row, ours)) ?? [];
        if (!single) return `[${own.map(show).join(',')}]`;
        return own[0] ? show(own[0]) : 'null';
      };
    },
  };
}

async function readMoves({ store, call, rows }: Beside): Promise<Included> {
  const ids = rows.map(({ id }) => id);
  const found = await readStageChanges(store.engine, call.actor.accountId, ids);
  const owned = grouped(found, (change) => change.project_id);
  return {
    size: found.length,
    value:
      ({ directory }) =>
      ({ id }) =>
        `[${(owned.get(id) ?? []).map((change) => showStageChange(change, directory)).join(',')}]`,
  };
}

const idIn = (row: Row, column: string): string | null => (row[column] ?? null) as string | null;

function grouped<One>(found: readonly One[], keyOf: (one: One) => string | null): Map<string | null, One[]> {
  const groups = new Map<string | null, One[]>();
  for (const one of found) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}

function tooMany(name: string): Refusal {
  const most = mostRelated.toLocaleString('en');
  const message = `adds more than ${most} records; ask for fewer records per page, or list ${name} by themselves`;
  return queryRefusal([{ parameter: 'include', code: 'too_many', message }]);
}
