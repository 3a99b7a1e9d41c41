import { directoryResources, type RecordNamed } from '../../resources/index.ts';
import type { Resource, Row } from '../../resources/resource.ts';
import { embeddedAssembler } from './assemble.ts';
import { type CustomField, type Directory, type DirectoryLimits, UnknownEntry } from './directory.ts';
import { jsonBytes } from './json-bytes.ts';
import { rowFromJson } from './row-from-json.ts';

/** A row of a small resource as Postgres wrote it. */
export type Document = Readonly<Record<string, unknown>>;

type Families = ReadonlyMap<string, readonly Document[]>;

const embeddedAssemblers = new Map(
  directoryResources.map((resource) => [resource.plural, embeddedAssembler(resource)]),
);

/** Whether entries of a family embed other entries, so that their text changes with those entries. */
const showsOthers = ({ embedded, fields }: Resource): boolean =>
  embedded.some((name) => fields[name]?.kind === 'reference');

/** A directory that serialises each entry once, and shares unchanged entries with the previous directory. */
export class HeldDirectory implements Directory {
  readonly accountId: string;
  readonly version: string;
  readonly accountName: string;
  readonly timeZone: string;
  readonly currency: string;
  readonly limits: DirectoryLimits;
  #bytes = 0;
  readonly #families = new Map<string, ReadonlyMap<string, Row>>();
  readonly #embedded = new Map<string, ReadonlyMap<string, string>>();
  readonly #customFields: ReadonlyMap<string, readonly CustomField[]>;

  /**
   * @param families the entries that differ from `before`; all entries without `before`.
   * @param before an older directory of the account.
   */
  constructor(account: Document, families: Families, limits: DirectoryLimits, before?: HeldDirectory) {
    this.limits = limits;
    this.#bytes = before?.bytes ?? 0;
    this.accountId = String(account['id']);
    this.version = String(account['directory_version']);
    this.accountName = String(account['name']);
    this.timeZone = String(account['time_zone']);
    this.currency = String(account['currency']);
    for (const resource of directoryResources) {
      this.#hold(resource, families.get(resource.plural) ?? [], before);
    }
    const definitions = this.entries('custom_fields');
    const isSame = definitions === before?.entries('custom_fields');
    this.#customFields = isSame ? before.#customFields : customFieldsByModel(definitions);
  }

  #hold(resource: Resource, documents: readonly Document[], before: HeldDirectory | undefined): void {
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

  customFields(model: string): readonly CustomField[] {
    return this.#customFields.get(model) ?? [];
  }
}

function customFieldsByModel(
  definitions: ReadonlyMap<string, RecordNamed<'custom_fields'>>,
): Map<string, CustomField[]> {
  const byModel = new Map<string, CustomField[]>();
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
