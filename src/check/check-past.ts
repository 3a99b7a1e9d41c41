import type { Queryable } from '../database/engine.ts';
import { isSame } from '../domain/input.ts';
import { wireName } from '../records/changing/changed-fields.ts';
import { pastVersions } from '../records/past/past-versions.ts';
import { columnsOf, ofEach, type Resource } from '../resources/resource.ts';
import type { DatabaseFault } from '../store/check/finding.ts';
import { readHistories } from '../store/past/read-histories.ts';
import { type PastVersion, readPastRows } from '../store/past/read-past.ts';
import type { Directory } from '../store/rows/directory.ts';

/** The past of one resource to check, in an open transaction. */
interface PastToCheck {
  readonly transaction: Queryable;
  readonly accountId: string;
  readonly directory: Directory;
  readonly resource: Resource;
}

/** Checks that the stored past versions of every record are those that the log tells of. */
export async function* checkPast(to: PastToCheck): AsyncGenerator<readonly DatabaseFault[]> {
  const { transaction, accountId, directory, resource } = to;
  const definitions = [...directory.entries('custom_fields').values()];
  for (let after: string | undefined = '0'; after !== undefined; ) {
    const histories = await readHistories(transaction, { accountId, resource, after });
    const ids = histories.map(({ row }) => row.id);
    const stored = await readPastRows(transaction, { accountId, resource, ids });
    const found = histories.flatMap((history) => {
      const logged = pastVersions(resource, history, definitions);
      return faultsOf(resource, logged, stored.get(history.row.id) ?? []).map((problem) => ({
        account: accountId,
        table: resource.plural,
        id: history.row.id,
        problem,
      }));
    });
    yield found;
    after = ids.at(-1);
  }
}

function faultsOf(resource: Resource, logged: readonly PastVersion[], stored: readonly PastVersion[]): string[] {
  const byVersion = new Map(stored.map((row) => [row.version, row]));
  const known = new Set(logged.map(({ version }) => version));
  return [
    ...logged.flatMap((version) => {
      const row = byVersion.get(version.version);
      return row ? differences(resource, version, row) : [`Version ${version.version} of it is missing in its past.`];
    }),
    ...stored
      .filter(({ version }) => !known.has(version))
      .map(({ version }) => `Its past has version ${version}, of which the log does not tell.`),
  ];
}

function differences(resource: Resource, logged: PastVersion, stored: PastVersion): string[] {
  return comparedColumns(resource).flatMap(([column, name]) => {
    const [expected = null, found = null] = [logged[column], stored[column]];
    if (isSame(expected, found)) return [];
    const [one, other] = [found, expected].map((value) => JSON.stringify(value).slice(0, mostShown));
    return [`Version ${logged.version} of it has ${name} ${one} in its past, but the log says ${other}.`];
  });
}

/** The columns that both have, and their names in a message. */
const comparedColumns = ofEach((resource): readonly (readonly [column: string, name: string])[] => [
  ...['updated_at', 'valid_to', 'deleted_at'].map((name) => [name, name] as const),
  ...columnsOf(resource)
    .filter(({ field }) => field.kind !== 'long_text')
    .map((column) => [column.name, wireName(column)] as const),
]);

/** In characters. */
const mostShown = 60;
