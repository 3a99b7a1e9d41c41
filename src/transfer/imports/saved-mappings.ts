import type { Queryable } from '../../database/engine.ts';
import { change } from '../../records/changing/change.ts';
import type { Item, SingleChange } from '../../records/changing/change-set.ts';
import type { StoreContext } from '../../records/request-context.ts';
import { type ImportedFamily, importedFamilies } from '../../resources/transfer/imports.ts';
import type { Value } from '../../resources/resource.ts';
import { isId } from '../../resources/vocabulary/formats.ts';
import { findSavedMapping, fittingMappings } from '../../store/imports/saved-mappings.ts';
import { judgeMapping } from '../mapping/judge-mapping.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { type ImportMappingScope, mappingScope } from './mapping-scope.ts';
import { readsSamples } from './proposed-mapping.ts';

/** Creates or changes a saved mapping. A mapping with mistakes is refused with all of them. */
export const changeSavedMapping: typeof change = async (context, single) =>
  await change(context, { ...single, item: await judgedItem(context, single) });

/** The item with its mapping as an import would store it, and the mistakes of the mapping. */
async function judgedItem(context: StoreContext, { action, item }: SingleChange): Promise<Item> {
  const { mapping = null } = item.input;
  const family = action === 'create' ? (item.input['as'] ?? null) : await storedFamily(context, item);
  if (mapping === null || !isFamily(family)) return item;
  const scope = mappingScope(context.directory, family, columnsIn(mapping));
  const judged = judgeMapping(mapping, { ...scope, pointer: `${item.pointer}/mapping` });
  return {
    ...item,
    input: { ...item.input, mapping: inStoredOrder(judged.mapping) as Value },
    problems: [...item.problems, ...judged.problems],
  };
}

/**
 * The value with the keys of its objects in the order in which Postgres keeps those of `jsonb`: by length, then by
 * bytes. So the answer to a change has the same text as a later one.
 */
function inStoredOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inStoredOrder);
  if (typeof value !== 'object' || value === null) return value;
  const keyed = Object.entries(value).map(([key, one]) => [Buffer.from(key), key, inStoredOrder(one)] as const);
  keyed.sort(([one], [other]) => one.length - other.length || Buffer.compare(one, other));
  return Object.fromEntries(keyed.map(([, key, one]) => [key, one]));
}

const isFamily = (value: Value): value is ImportedFamily => importedFamilies.some((family) => family === value);

async function storedFamily({ store, actor }: StoreContext, { id }: Item): Promise<string | null> {
  if (!isId(id)) return null;
  return (await findSavedMapping(store.engine, { accountId: actor.accountId, id }))?.as ?? null;
}

/** Without a file, a mapping may name any column. */
function columnsIn(mapping: Value): { readonly name: string; readonly samples: []; readonly type: 'text' }[] {
  const { columns } = mapping as { readonly columns?: unknown };
  const sources = Array.isArray(columns) ? columns.map((column: { from?: unknown } | null) => column?.from) : [];
  const names = sources.flat(2).filter((name) => typeof name === 'string');
  return [...new Set(names)].map((name) => ({ name, samples: [], type: 'text' }));
}

/** The saved mapping that fits a file best and reads its samples, if there is one. */
export async function matchingSavedMapping(
  engine: Queryable,
  accountId: string,
  scope: ImportMappingScope,
): Promise<Mapping | undefined> {
  const columns = scope.columns.map(({ name }) => name);
  const fitting = await fittingMappings(engine, { accountId, family: scope.family, columns });
  const judged = fitting.map(({ mapping }) => judgeMapping(mapping, { ...scope, pointer: '' }));
  return judged.find(({ mapping, problems }) => problems.length === 0 && readsSamples(mapping, scope))?.mapping;
}
