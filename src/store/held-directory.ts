import { directoryResources } from '../resources/index.ts';
import type { Resource, Row } from '../resources/resource.ts';
import { embeddedAssembler } from './assemble.ts';
import { type CustomField, type Directory, UnknownEntry } from './directory.ts';
import { rowFromJson } from './row-from-json.ts';

/** A row of a small resource as Postgres wrote it. */
export type Document = Readonly<Record<string, unknown>>;

type Families = ReadonlyMap<string, readonly Document[]>;

const embeddedAssemblers = new Map(
  directoryResources.map((resource) => [resource.plural, embeddedAssembler(resource)]),
);

/** A directory, read whole and serialised once. */
export class HeldDirectory implements Directory {
  readonly accountId: string;
  readonly version: string;
  readonly accountName: string;
  readonly timeZone: string;
  readonly currency: string;
  readonly #families = new Map<string, Map<string, Row>>();
  readonly #embedded = new Map<string, Map<string, string>>();
  readonly #customFields: ReadonlyMap<string, readonly CustomField[]>;

  constructor(account: Document, families: Families) {
    this.accountId = String(account['id']);
    this.version = String(account['directory_version']);
    this.accountName = String(account['name']);
    this.timeZone = String(account['time_zone']);
    this.currency = String(account['currency']);
    for (const resource of directoryResources) this.#hold(resource, families.get(resource.plural) ?? []);
    this.#customFields = customFieldsByModel(this.entries('custom_fields'));
  }

  #hold(resource: Resource, documents: readonly Document[]): void {
    const assemble = embeddedAssemblers.get(resource.plural);
    const rows = documents.map((document) => rowFromJson(resource, document));
    this.#families.set(resource.plural, new Map(rows.map((row) => [row.id, row])));
    this.#embedded.set(resource.plural, new Map(rows.map((row) => [row.id, assemble?.(row, this, {}) ?? 'null'])));
  }

  entries(plural: string): ReadonlyMap<string, Row> {
    const family = this.#families.get(plural);
    if (!family) throw new Error(`${plural} are not in the directory`);
    return family;
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

function customFieldsByModel(definitions: ReadonlyMap<string, Row>): Map<string, CustomField[]> {
  const byModel = new Map<string, CustomField[]>();
  for (const row of definitions.values()) {
    if (row.deleted_at !== null) continue;
    const model = row['model'] as string;
    const field = { id: row.id, apiName: row['api_name'] as string };
    byModel.set(
      model,
      [...(byModel.get(model) ?? []), field].sort((a, b) => (a.apiName < b.apiName ? -1 : 1)),
    );
  }
  return byModel;
}
