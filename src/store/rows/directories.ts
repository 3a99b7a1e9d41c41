import { Refusal } from '../../refusal.ts';
import { directoryResources, type RecordNamed } from '../../resources/index.ts';
import { wireTime } from '../../resources/vocabulary/formats.ts';
import { idsAsText, type JsonDocument, rowFromJson } from './columns.ts';
import {
  type Directory,
  type DirectoryLimits,
  type CustomFieldKey,
  type AccountSettings,
  UnknownEntry,
  jsonBytes,
} from './directory.ts';
import type { Param, Queryable } from '../../database/engine.ts';
import type { Resource, Row } from '../../resources/resource.ts';
import { embeddedAssembler } from './assemble.ts';

/**
 * Selects a row for each family: its number of entries, and the entries that differ from the held ones. Entries are
 * compared by version and time, because a version lost in a database failure may be used again. `$1` is the account;
 * the ids, versions and times of the held entries of each family follow.
 */
const statement = [
  `select 'account' as family, 1 as count, jsonb_build_array(to_jsonb(a)) as documents from accounts a where a.id = $1`,
  ...directoryResources.map((resource, index) => {
    const documents = `jsonb_agg(to_jsonb(e) || ${idsAsText(resource, 'e')}) filter (where h.id is null)`;
    const [ids, versions, times] = [2, 3, 4].map((place) => 3 * index + place);
    return `select '${resource.plural}', count(*)::integer, coalesce(${documents}, '[]') from ${resource.plural} e
  left join unnest($${ids}::bigint[], $${versions}::integer[], $${times}::timestamptz[]) as h(id, version, updated_at)
    on h.id = e.id and h.version = e.version and h.updated_at = date_trunc('milliseconds', e.updated_at)
  where e.account_id = $1`;
  }),
].join('\nunion all\n');

const heldOf = (before: Directory | undefined): Param[] =>
  directoryResources.flatMap(({ plural }) => {
    const rows = before ? [...before.entries(plural).values()] : [];
    return [
      rows.map(({ id }) => id),
      rows.map(({ version }) => String(version)),
      rows.map(({ updated_at: time }) => time),
    ];
  });

/** Generous limits: a company has some dozens of entries in a list, and some hundred kilobytes in total. */
export const usualLimits: DirectoryLimits = { entries: 5000, bytes: 8 * 2 ** 20 };

/**
 * Reads an account's directory as a transaction sees it. It reads only the changes since `before`, unless the database
 * has lost entries of `before`. `before` must not come from a transaction that was rolled back.
 */
export async function readDirectory(
  engine: Queryable,
  accountId: string,
  before?: Directory,
  limits = before?.limits ?? usualLimits,
): Promise<Directory> {
  const base = before instanceof HeldDirectory ? before : undefined;
  const rows = await engine.query<FamilyRow>(statement, [accountId, ...heldOf(base)]);
  const families = new Map(rows.map(({ family, documents }) => [family, documents]));
  const account = families.get('account')?.[0];
  if (!account) throw new Refusal('unauthenticated', 'The account of this credential is gone.');
  const directory = new HeldDirectory(account, families, limits, base);
  const counts = directory.counts();
  const hasLost = rows.some(({ family, count }) => count !== (counts.get(family) ?? count));
  return hasLost && base ? await readDirectory(engine, accountId, undefined, limits) : directory;
}

interface FamilyRow {
  readonly family: string;
  readonly count: number;
  readonly documents: JsonDocument[];
}

type FamilyDocuments = ReadonlyMap<string, readonly JsonDocument[]>;

const embeddedAssemblers = new Map(
  directoryResources.map((resource) => [resource.plural, embeddedAssembler(resource)]),
);

/** Whether entries of a family embed other entries, so that their text changes with those entries. */
const showsOthers = ({ embedded, fields }: Resource): boolean =>
  embedded.some((name) => fields[name]?.kind === 'reference');

/** A directory that serialises each entry once, and shares unchanged entries with the previous directory. */
class HeldDirectory implements Directory {
  readonly accountId: string;
  readonly version: string;
  readonly account: AccountSettings;
  readonly timeZone: string;
  readonly fiscalYearStartsMonth: number;
  readonly limits: DirectoryLimits;
  #bytes = 0;
  readonly #families = new Map<string, ReadonlyMap<string, Row>>();
  readonly #embedded = new Map<string, ReadonlyMap<string, string>>();
  readonly #customFields: ReadonlyMap<string, readonly CustomFieldKey[]>;

  /**
   * @param families the entries that differ from `before`; all entries without `before`.
   * @param before an older directory of the account.
   */
  constructor(account: JsonDocument, families: FamilyDocuments, limits: DirectoryLimits, before?: HeldDirectory) {
    this.limits = limits;
    this.#bytes = before?.bytes ?? 0;
    this.accountId = String(account['id']);
    this.version = String(account['directory_version']);
    this.account = shownAccount(account);
    this.timeZone = this.account.time_zone;
    this.fiscalYearStartsMonth = Number(account['fiscal_year_starts_month']);
    for (const resource of directoryResources) {
      this.#hold(resource, families.get(resource.plural) ?? [], before);
    }
    const definitions = this.entries('custom_fields');
    const isSame = definitions === before?.entries('custom_fields');
    this.#customFields = isSame ? before.#customFields : customFieldsByModel(definitions);
  }

  #hold(resource: Resource, documents: readonly JsonDocument[], before: HeldDirectory | undefined): void {
    const { plural } = resource;
    const known = before ? before.entries(plural) : new Map<string, Row>();
    const shown = before ? before.#shown(plural) : new Map<string, string>();
    const changed = documents.map((document) => rowFromJson(resource, document));
    for (const row of changed) this.#bytes += jsonBytes(row) - jsonBytes(known.get(row.id));
    const rows = changed.length === 0 ? known : new Map([...known, ...changed.map((row) => [row.id, row] as const)]);
    this.#families.set(plural, rows);
    const assemble = embeddedAssemblers.get(plural);
    const toShow = showsOthers(resource) ? [...rows.values()] : changed;
    const texts = toShow.map((row) => [row.id, assemble?.(row, this, {}) ?? 'null'] as const);
    this.#embedded.set(plural, texts.length === 0 ? shown : new Map([...shown, ...texts]));
  }

  #shown(plural: string): ReadonlyMap<string, string> {
    return this.#embedded.get(plural) ?? new Map<string, string>();
  }

  /** The number of entries in each family. */
  counts(): ReadonlyMap<string, number> {
    return new Map([...this.#families].map(([plural, rows]) => [plural, rows.size]));
  }

  get bytes(): number {
    return this.#bytes;
  }

  entries<Plural extends string>(plural: Plural): ReadonlyMap<string, RecordNamed<Plural>> {
    const family = this.#families.get(plural);
    if (!family) throw new Error(`${plural} are not in the directory`);
    return family as ReadonlyMap<string, RecordNamed<Plural>>;
  }

  embedded(plural: string, id: string | null): string {
    if (id === null) return 'null';
    const text = this.#embedded.get(plural)?.get(id);
    if (text === undefined) throw new UnknownEntry(plural, id);
    return text;
  }

  customFields(model: string): readonly CustomFieldKey[] {
    return this.#customFields.get(model) ?? [];
  }
}

const shownAccount = (row: JsonDocument): AccountSettings => ({
  id: String(row['id']),
  created_at: wireTime(String(row['created_at'])),
  updated_at: wireTime(String(row['updated_at'])),
  name: String(row['name']),
  time_zone: String(row['time_zone']),
  currency: String(row['currency']),
  project_number_pattern: row['project_number_pattern'] as string | null,
});

function customFieldsByModel(
  definitions: ReadonlyMap<string, RecordNamed<'custom_fields'>>,
): Map<string, CustomFieldKey[]> {
  const byModel = new Map<string, CustomFieldKey[]>();
  for (const row of definitions.values()) {
    if (row.deleted_at !== null) continue;
    const field = { id: row.id, apiName: row.api_name };
    const fields = byModel.get(row.model);
    if (fields) fields.push(field);
    else byModel.set(row.model, [field]);
  }
  for (const fields of byModel.values()) fields.sort((one, other) => (one.apiName < other.apiName ? -1 : 1));
  return byModel;
}
