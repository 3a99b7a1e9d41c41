import type { Row } from '../resources/resource.ts';

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

/** A field of the account's own making: its definition's id, and its name on the wire. */
export interface CustomField {
  readonly id: string;
  readonly apiName: string;
}

/** A row names an entry that another process has made since the directory was read. */
export class UnknownEntry extends Error {
  constructor(plural: string, id: string) {
    super(`${plural} ${id} is not in the directory`);
    this.name = 'UnknownEntry';
  }
}
