import { resourceOf } from '../../resources/index.ts';
import { ofEach, type Resource, type Row } from '../../resources/resource.ts';
import { type JsonDocument, largeReferences, rowFromJson } from '../rows/columns.ts';
import type { Param, Queryable } from '../../database/engine.ts';
import type { KeyedAnswerRow } from './idempotency-keys.ts';
import {
  keyedPlurals,
  namedPlurals,
  namesRecords,
  type PrefetchRequest,
  prefetchText,
  referencedPlurals,
  uniqueColumns,
} from './prefetch-text.ts';

export interface PrefetchedRows {
  readonly newIds: readonly string[];
  readonly rows: ReadonlyMap<string, Row>;
  /** The requested live records and the records that `rows` already embed, by plural and id. */
  readonly referenced: ReadonlyMap<string, ReadonlyMap<string, JsonDocument>>;
  /** Whether a requested record exists and may be referred to. */
  readonly isLive: (plural: string, id: string) => boolean;
  /** The id of the record that had a requested external id; null if none had it. `isLive` tells whether it still counts. */
  readonly idNamed: (plural: string, externalId: string) => string | null;
  /** Whether a list has a live entry with a requested key. */
  readonly hasKey: (plural: string, key: string) => boolean;
  /** The plural, id and version of the small records that the change refers to. */
  readonly heldEntries: readonly HeldEntry[];
  /** The records that have a requested value in a unique column. */
  readonly uniqueHolders: ReadonlyMap<string, ReadonlyMap<string, readonly JsonDocument[]>>;
  /** The stored rows of the requested idempotency keys. */
  readonly storedAnswers: readonly KeyedAnswerRow[];
  /** The version of the account's directory, locked until the end of the transaction if a small record changes. */
  readonly directoryVersion: string;
}

interface HeldEntry {
  readonly plural: string;
  readonly id: string;
  readonly version: number;
}

const memo = new Map<string, string>();

function textOf(request: PrefetchRequest): string {
  const { resource, lock, idempotencyKeys, waits } = request;
  const key = `${resource.plural} ${lock} ${idempotencyKeys.length > 0} ${namesRecords(request)} ${waits}`;
  const text = memo.get(key) ?? prefetchText(request);
  memo.set(key, text);
  return text;
}

function parametersOf(request: PrefetchRequest): Param[] {
  const { accountId, resource, newIds, ids, referenced, named, keyed, unique, idempotencyKeys } = request;
  return [
    accountId,
    newIds,
    ids,
    ...referencedPlurals(resource).map((plural) => referenced.get(plural) ?? []),
    ...keyedPlurals(resource).map((plural) => keyed.get(plural) ?? []),
    ...uniqueColumns(resource).map((column) => unique.get(column) ?? []),
    ...(idempotencyKeys.length > 0
      ? [idempotencyKeys.map(({ tokenId }) => tokenId), idempotencyKeys.map(({ key }) => key)]
      : []),
    ...(namesRecords(request) ? namedPlurals(resource).map((plural) => named.get(plural) ?? []) : []),
  ];
}

type Branches = Map<string, JsonDocument[]>;

async function readBranches(transaction: Queryable, request: PrefetchRequest): Promise<Branches> {
  const found: Branches = new Map();
  const rows = await transaction.query<{ branch: string; document: JsonDocument }>(
    textOf(request),
    parametersOf(request),
  );
  for (const { branch, document } of rows) {
    const documents = found.get(branch) ?? [];
    documents.push(document);
    found.set(branch, documents);
  }
  return found;
}

/** Whether a row changed while the statement waited for its lock. The data read beside the row is then outdated. */
const isTorn = (branches: Branches): boolean =>
  (branches.get('row') ?? []).some((row) => row['version'] !== row['seen_version']);

const byId = (documents: readonly JsonDocument[] = []): Map<string, JsonDocument> =>
  new Map(documents.map((document) => [String(document['id']), document]));

function uniqueHoldersOf(resource: Resource, branches: Branches): PrefetchedRows['uniqueHolders'] {
  const holders = uniqueColumns(resource).map((column) => {
    const byValue = new Map<string, JsonDocument[]>();
    for (const document of branches.get(`unique:${column}`) ?? []) {
      const value = document['asked'] as string;
      byValue.set(value, [...(byValue.get(value) ?? []), document]);
    }
    return [column, byValue] as const;
  });
  return new Map(holders);
}

/** The locked small records, by id or by key. */
const heldEntriesOf = (resource: Resource, branches: Branches): HeldEntry[] =>
  smallPlurals(resource).flatMap((plural) =>
    [...(branches.get(`held:${plural}`) ?? []), ...(branches.get(`keyed:${plural}`) ?? [])].map((document) => ({
      plural,
      id: document['id'] as string,
      version: document['version'] as number,
    })),
  );

const smallPlurals = ofEach((resource): readonly string[] =>
  [...referencedPlurals(resource), ...keyedPlurals(resource)].filter(
    (plural) => resourceOf(plural).kept === 'directory',
  ),
);

const idsByName = (resource: Resource, branches: Branches): ReadonlyMap<string, string> =>
  new Map(
    namedPlurals(resource).flatMap((plural) =>
      (branches.get(`named:${plural}`) ?? []).map(
        ({ asked, id }) => [`${plural} ${String(asked)}`, String(id)] as const,
      ),
    ),
  );

const keysOf = (branches: Branches, plural: string): Set<unknown> =>
  new Set((branches.get(`keyed:${plural}`) ?? []).map((document) => document['key']));

/** Takes the ids, the locks and all data that the rules need, in one statement for any number of records. */
export async function prefetch(transaction: Queryable, request: PrefetchRequest): Promise<PrefetchedRows> {
  const { resource } = request;
  const first = await readBranches(transaction, request);
  const branches = isTorn(first) ? await readBranches(transaction, { ...request, newIds: 0 }) : first;
  const plurals = new Set([...referencedPlurals(resource), ...largeReferences(resource).map((r) => r.target.plural)]);
  const held = new Map([...plurals].map((plural) => [plural, byId(branches.get(`held:${plural}`))]));
  const names = idsByName(resource, branches);
  const keys = new Map(keyedPlurals(resource).map((plural) => [plural, keysOf(branches, plural)]));
  return {
    newIds: (first.get('id') ?? []).map(String),
    rows: new Map((branches.get('row') ?? []).map((row) => [String(row['id']), rowFromJson(resource, row)])),
    referenced: new Map(
      [...plurals].map((plural) => [
        plural,
        new Map([...byId(branches.get(`stored:${plural}`)), ...(held.get(plural) ?? [])]),
      ]),
    ),
    isLive: (plural, id) => held.get(plural)?.has(id) === true,
    idNamed: (plural, externalId) => names.get(`${plural} ${externalId}`) ?? null,
    hasKey: (plural, key) => keys.get(plural)?.has(key) === true,
    heldEntries: heldEntriesOf(resource, branches),
    uniqueHolders: uniqueHoldersOf(resource, branches),
    storedAnswers: (branches.get('stored_answer') ?? []) as unknown as readonly KeyedAnswerRow[],
    directoryVersion: (branches.get('directory_version')?.[0] ?? '') as string,
  };
}

/** One request for the data of at least one change, all of one account and one resource. */
export function mergedPrefetchRequest(requests: readonly PrefetchRequest[]): PrefetchRequest {
  const [first] = requests;
  if (first === undefined) throw new RangeError('there is nothing to prepare for');
  return {
    ...first,
    newIds: requests.reduce((sum, { newIds }) => sum + newIds, 0),
    ids: requests.flatMap(({ ids }) => ids),
    referenced: mergedValues(requests.map(({ referenced }) => referenced)),
    named: mergedValues(requests.map(({ named }) => named)),
    keyed: mergedValues(requests.map(({ keyed }) => keyed)),
    unique: mergedValues(requests.map(({ unique }) => unique)),
    idempotencyKeys: requests.flatMap(({ idempotencyKeys }) => idempotencyKeys),
  };
}

type ValuesByName = ReadonlyMap<string, readonly string[]>;

function mergedValues(several: readonly ValuesByName[]): ValuesByName {
  const united = new Map<string, Set<string>>();
  for (const [name, values] of several.flatMap((one) => [...one])) {
    const known = united.get(name) ?? new Set();
    for (const value of values) known.add(value);
    united.set(name, known);
  }
  return new Map([...united].map(([name, values]) => [name, [...values]]));
}
