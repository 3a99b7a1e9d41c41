import { Refusal } from '../refusal.ts';
import { directoryResources } from '../resources/index.ts';
import type { Resource, Row } from '../resources/resource.ts';
import { embeddedAssembler } from './assemble.ts';
import type { Engine, Queryable } from './engine.ts';
import { rowFromJson } from './row-from-json.ts';

/** An account's small records, held in the process: users, stages, every list, custom field definitions. */
export interface Directory {
  readonly accountId: string;
  /** Changes whenever one of its records does. */
  readonly version: string;
  readonly accountName: string;
  /** IANA name. */
  readonly timeZone: string;
  /** ISO 4217 code. */
  readonly currency: string;
  /** A family by id, deleted records included. */
  entries(plural: string): ReadonlyMap<string, Row>;
  /** The embedded form of a small record as JSON text; `null` as text for none. */
  embedded(plural: string, id: string | null): string;
  /** The live custom fields of a model (`project`), by name. */
  customFields(model: string): readonly CustomField[];
}

interface CustomField {
  readonly id: string;
  readonly apiName: string;
}

/** Keeps the directories of the accounts lately seen. */
export interface Directories {
  /** The directory of an account at a version; read once for each version. */
  at(accountId: string, version: string): Promise<Directory>;
  /** The directory as it stands now: when a row names an entry that is not yet known. */
  reload(accountId: string): Promise<Directory>;
}

const statement = [
  `select 'account' as family, to_jsonb(a) as document from accounts a where a.id = $1`,
  ...directoryResources.map(({ plural }) => `select '${plural}', to_jsonb(e) from ${plural} e where e.account_id = $1`),
].join('\nunion all\n');

type Documents = { family: string; document: Record<string, unknown> }[];

const embeddedAssemblers = new Map(
  directoryResources.map((resource) => [resource.plural, embeddedAssembler(resource)]),
);

class HeldDirectory implements Directory {
  readonly accountId: string;
  readonly version: string;
  readonly accountName: string;
  readonly timeZone: string;
  readonly currency: string;
  readonly #families = new Map<string, Map<string, Row>>();
  readonly #embedded = new Map<string, Map<string, string>>();
  readonly #customFields: ReadonlyMap<string, readonly CustomField[]>;

  constructor(account: Record<string, unknown>, documents: Documents) {
    this.accountId = String(account['id']);
    this.version = String(account['directory_version']);
    this.accountName = String(account['name']);
    this.timeZone = String(account['time_zone']);
    this.currency = String(account['currency']);
    for (const resource of directoryResources) this.#hold(resource, documents);
    this.#customFields = customFieldsByModel(this.entries('custom_fields'));
  }

  #hold(resource: Resource, documents: Documents): void {
    const assemble = embeddedAssemblers.get(resource.plural);
    const rows = documents
      .filter(({ family }) => family === resource.plural)
      .map(({ document }) => rowFromJson(resource, document));
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

/** A row names an entry that another process has made since the directory was read. */
export class UnknownEntry extends Error {
  constructor(plural: string, id: string) {
    super(`${plural} ${id} is not in the directory`);
    this.name = 'UnknownEntry';
  }
}

/** An account's directory as a transaction sees it. */
export async function readDirectory(engine: Queryable, accountId: string): Promise<Directory> {
  const documents: Documents = await engine.query(statement, [accountId]);
  const account = documents.find(({ family }) => family === 'account')?.document;
  if (!account) throw new Refusal('unauthenticated', 'The account of this credential is gone.');
  return new HeldDirectory(account, documents);
}

/** @param most how many accounts' directories are held; the one unused longest goes first. */
export function openDirectories(engine: Engine, most = 200): Directories {
  const held = new Map<string, Promise<Directory>>();
  const hold = (accountId: string, directory: Promise<Directory>): Promise<Directory> => {
    held.delete(accountId);
    held.set(accountId, directory);
    const oldest = held.keys().next().value;
    if (held.size > most && oldest !== undefined) held.delete(oldest);
    return directory;
  };
  const reload = (accountId: string): Promise<Directory> => {
    const reading = readDirectory(engine, accountId);
    reading.catch(() => held.delete(accountId));
    return hold(accountId, reading);
  };
  return {
    reload,
    async at(accountId, version) {
      for (let known = held.get(accountId); known; known = held.get(accountId)) {
        const directory = await hold(accountId, known);
        if (BigInt(directory.version) >= BigInt(version)) return directory;
        if (held.get(accountId) === known) break;
      }
      return await reload(accountId);
    },
  };
}
