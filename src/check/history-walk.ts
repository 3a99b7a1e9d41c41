import { isSame } from '../domain/input.ts';
import { wireName } from '../records/changing/changed-fields.ts';
import { columnsOf, type Resource, type Row, type Value } from '../resources/resource.ts';
import type { LoggedChange } from '../store/past/read-histories.ts';

/**
 * Undoes the log of one record, from the present to its creation: each change must lead to what the changes after it
 * found, and no version may be missing.
 */
export class HistoryWalk {
  readonly #resource: Resource;
  readonly #row: Row;
  /** The values after the next change to undo, by the name in the log. */
  readonly #values: Map<string, Value>;
  readonly #problems: string[] = [];
  #last: LoggedChange | null = null;
  #isDeleted: boolean;

  /** @param row the record as it is now. @param values its values by the names in the log. */
  constructor(resource: Resource, row: Row, values: ReadonlyMap<string, Value>) {
    this.#resource = resource;
    this.#row = row;
    this.#values = new Map(values);
    this.#isDeleted = row.deleted_at !== null;
  }

  /** Undoes the latest of the changes that are left. */
  undo(change: LoggedChange): void {
    if (this.#last === null) this.#meetPresent(change);
    else this.#follow(change, this.#last);
    this.#undoDeletion(change);
    for (const [name, { from, to }] of Object.entries(change.fields)) this.#undoField(change, name, from, to);
    this.#last = change;
  }

  /** The faults, as sentences, once every change is undone. */
  end(): readonly string[] {
    const { version, created_at: createdAt } = this.#row;
    const first = this.#last;
    if (first === null) return this.#beganUnlogged(version) ? [] : ['The log has no change of it.'];
    if (first.action !== 'create' && !this.#beganUnlogged(first.version - 1)) {
      this.#say(`The log of it begins with version ${first.version}, ${first.action}: its creation is missing.`);
    }
    if (first.action === 'create' && first.at !== createdAt) {
      this.#say(`It was created at ${createdAt}, but the log says at ${first.at}.`);
    }
    return this.#problems;
  }

  /** The first admin of an account is not logged, because nobody made that user. */
  #beganUnlogged(version: number): boolean {
    return this.#resource.plural === 'users' && version === 1;
  }

  #meetPresent({ version, at }: LoggedChange): void {
    const { version: now, updated_at: updatedAt } = this.#row;
    if (version !== now) this.#say(`It has version ${now}, but the log of it ends with version ${version}.`);
    else if (at !== updatedAt) this.#say(`It was changed at ${updatedAt}, but the log says at ${at}.`);
  }

  #follow(change: LoggedChange, next: LoggedChange): void {
    if (change.version !== next.version - 1) {
      this.#say(`The log of it goes from version ${change.version} to ${next.version}.`);
    }
    if (change.at > next.at && Date.parse(change.at) > Date.parse(next.at)) {
      this.#say(`Version ${next.version} of it is earlier than the version before.`);
    }
    if (next.action === 'create') this.#say(`It is created again as version ${next.version}.`);
  }

  #undoDeletion({ action, version }: LoggedChange): void {
    if (action === 'update') return;
    const deletes = action === 'delete';
    if (deletes !== this.#isDeleted) {
      this.#say(`Version ${version} is a ${action}, but after it the record is ${deletes ? 'not ' : ''}deleted.`);
    }
    this.#isDeleted = !deletes;
  }

  #undoField({ version }: LoggedChange, name: string, from: unknown, to: unknown): void {
    const found = this.#values.get(name);
    // The log may name a field that the product no longer has.
    if (found !== undefined && !isSame(found, to as Value)) {
      this.#say(`Version ${version} sets ${name} to ${shown(to)}, but it then is ${shown(found)}.`);
    }
    if (found !== undefined) this.#values.set(name, from as Value);
  }

  #say(problem: string): void {
    this.#problems.push(problem);
  }
}

const longestShown = 60;

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

/** A custom field, as far as the log needs it. */
interface Named {
  readonly id: string;
  readonly model: string;
  readonly api_name: string;
}

/**
 * The values of a record by the names in the log. Several custom fields of the past may have one name: the log does not
 * say which of them it means, so their values are left out.
 */
export function loggedValues(resource: Resource, row: Row, definitions: Iterable<Named>): Map<string, Value> {
  const values = new Map<string, Value>();
  for (const column of columnsOf(resource)) {
    if (column.field.internal || column.field.kind === 'custom_fields') continue;
    values.set(wireName(column), row[column.name] ?? null);
  }
  if ('custom_fields' in resource.fields) addCustomValues(values, { resource, row, definitions });
  return values;
}

interface Customized {
  readonly resource: Resource;
  readonly row: Row;
  readonly definitions: Iterable<Named>;
}

function addCustomValues(values: Map<string, Value>, { resource, row, definitions }: Customized): void {
  const stored = (row['custom_fields'] ?? {}) as Readonly<Record<string, Value>>;
  const met = new Set<string>();
  for (const { id, model, api_name: apiName } of definitions) {
    if (model !== resource.singular) continue;
    const name = `custom_fields.${apiName}`;
    if (met.has(name)) values.delete(name);
    else values.set(name, stored[id] ?? null);
    met.add(name);
  }
}
