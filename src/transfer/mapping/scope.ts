import type { ImportedFamily, FileColumn } from '../../resources/transfer/imports.ts';
import type { MappableCustomField } from '../../resources/transfer/targets.ts';
import type { SeenColumn } from '../files/file-rows.ts';

/** The family, columns and custom fields that a mapping is judged and applied with. */
export interface MappingScope {
  readonly family: ImportedFamily;
  /** The columns of the file, in the order of its cells. */
  readonly columns: readonly Pick<FileColumn, 'name'>[];
  /** The live custom fields of the family; none if its records have no custom fields. */
  readonly customFields: readonly MappableCustomField[];
}

/** A column for which a mapping is proposed. Just after the file was read, more of its values are known. */
export type ProposedColumn = FileColumn & Partial<SeenColumn>;

/** A live entry of one of the account's lists, or a user. */
export interface ListEntry {
  readonly id: string;
  readonly name: string | null;
  readonly key?: string | null;
  readonly email?: string | null;
}

/** The live entries of a small resource, by plural: `market_sectors`, `users`. */
export type EntriesOf = (plural: string) => readonly ListEntry[];

/** The family, columns, custom fields and lists from which a mapping is proposed. */
export interface ProposalScope {
  readonly family: ImportedFamily;
  readonly columns: readonly ProposedColumn[];
  readonly customFields: readonly MappableCustomField[];
  readonly entriesOf: EntriesOf;
  /** The zone of the account: where the file does not tell, it proposes whether days come before months. */
  readonly timeZone?: string;
  /** The account's currency: an ISO 4217 code. */
  readonly currency?: string;
}
