import type { Resource, Row } from '../resources/resource.ts';
import type { SortKey } from '../store/keyset.ts';
import { seenBy } from '../store/seen.ts';
import { selectOneText, selectText } from '../store/select.ts';
import type { Store } from '../store/store.ts';
import type { Answer, Call } from './call.ts';
import { notFound } from './judge.ts';
import { isId } from './references.ts';
import { show } from './show.ts';
import { entityTag, type Shape } from './shown.ts';
import { type Part, readPart, type Wish } from './window.ts';

/** One live record of the account. */
export async function readOne(store: Store, call: Call, shape: Shape, id: string): Promise<Answer> {
  const { resource } = shape;
  const { accountId, userId } = call.actor;
  const parameters = [accountId, id, ...seenBy(resource, userId, 3).parameters];
  const [row] = isId(id) ? await store.engine.query<Row>(selectOneText(resource), parameters) : [];
  if (!row) throw notFound(resource, id);
  const [json] = await show(store, call, shape, [row]);
  return { status: 200, body: `{"${resource.singular}":${json}}`, headers: { ETag: entityTag(row) } };
}

const newestFirst: readonly SortKey[] = [
  { column: 'created_at', type: 'timestamptz', descending: true, nullable: false },
  { column: 'id', type: 'bigint', descending: true, nullable: false },
];

const ascending: Readonly<Record<string, SortKey>> = {
  name: { column: 'name_folded', type: 'text', descending: false, nullable: true },
  position: { column: 'position', type: 'integer', descending: false, nullable: true },
};

/** How lists of a resource are ordered; ids settle what is equal otherwise. */
function orderOf(resource: Resource): readonly SortKey[] {
  if (!resource.order) return newestFirst;
  const named = resource.order.flatMap((name) => ascending[name] ?? []);
  return [...named, { column: 'id', type: 'bigint', descending: false, nullable: false }];
}

const keyText = (value: string | number | null): string | null => (value === null ? null : String(value));

/** What a client asks of a list: which part of it, and what besides the records themselves. */
export interface ListRequest extends Wish, Pick<Shape, 'include'> {}

/** A part of the account's live records, and where to go from there. */
export async function readList(store: Store, call: Call, resource: Resource, asked: ListRequest): Promise<Part> {
  const order = orderOf(resource);
  const seen = seenBy(resource, call.actor.userId, 2);
  const further = order.filter(({ column }) => column.endsWith('_folded')).map(({ column }) => `t.${column}`);
  const { rows, links } = await readPart<Row>(
    store.engine,
    {
      table: resource.plural,
      conditions: ['t.account_id = $1::bigint', 't.deleted_at is null', ...seen.conditions],
      parameters: [call.actor.accountId, ...seen.parameters],
      order,
      select: (picked, ordered, more) => selectText(resource, picked, ordered, [...further, ...more]),
      keysOf: (row) => order.map(({ column }) => keyText((row[column] ?? null) as string | number | null)),
    },
    asked,
  );
  return { json: await show(store, call, { resource, include: asked.include }, rows), links };
}
