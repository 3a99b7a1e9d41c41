import type { RecordNamed } from '../../resources/index.ts';
import type { Row } from '../../resources/resource.ts';

/** A snapshot of an account's small records in the process: users, stages, all lists, custom field definitions. */
export interface Directory {
  readonly accountId: string;
  /** Changes whenever one of the directory's records changes. */
  readonly version: string;
  /** The account and its settings, as answers show them. */
  readonly account: AccountSettings;
  /** IANA name. */
  readonly timeZone: string;
  /** The month in which the account's fiscal year begins, 1 to 12. */
  readonly fiscalYearStartsMonth: number;
  /** The total size of its records, as JSON. */
  readonly bytes: number;
  /** The size limits of the directory. */
  readonly limits: DirectoryLimits;
  /** The records of a family by id, including deleted records. */
  entries<Plural extends string>(plural: Plural): ReadonlyMap<string, RecordNamed<Plural>>;
  /** The embedded form of a small record as JSON text; the text `null` for no id. */
  embedded(plural: string, id: string | null): string;
  /** The live custom fields of a model (`project`), by name. */
  customFields(model: string): readonly CustomFieldKey[];
}

/** An account with its settings, as answers show it. */
export interface AccountSettings {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly name: string;
  /** IANA name. */
  readonly time_zone: string;
  /** ISO 4217 code. */
  readonly currency: string;
  /** The pattern by which the service numbers new projects; null if it does not. */
  readonly project_number_pattern: string | null;
}

/** The limits of an account's small records. Deleted ones count, because other records still show them. */
export interface DirectoryLimits {
  /** The limit of entries in one family. */
  readonly entries: number;
  /** The limit of the total size, as JSON. */
  readonly bytes: number;
}

/** A custom field of the account: the id of its definition, and its name in the API. */
export interface CustomFieldKey {
  readonly id: string;
  readonly apiName: string;
}

/** A row names an entry that another process has created since the directory was read. */
export class UnknownEntry extends Error {
  constructor(plural: string, id: string) {
    super(`${plural} ${id} is not in the directory`);
    this.name = 'UnknownEntry';
  }
}

/** The keys of a list's live entries. */
export const liveKeys = (directory: Directory, plural: string): string[] =>
  [...directory.entries(plural).values()].filter((row) => row.deleted_at === null).map((row) => row['key'] as string);

/** The size of a row as JSON, in bytes; 0 without a row. */
export const jsonBytes = (row: Row | null | undefined): number => (row ? Buffer.byteLength(JSON.stringify(row)) : 0);
