import type { ImportedFamily } from '../../resources/transfer/imports.ts';
import type { FileColumn, SeenColumn } from '../files/file-rows.ts';

/** What a mapping is judged and applied with. */
export interface MappingScope {
  readonly family: ImportedFamily;
  /** The columns of the file, in the order of its cells. */
  readonly columns: readonly Pick<FileColumn, 'name'>[];
  /** The live custom fields of the family; none if its records have no custom fields. */
  readonly customFields: readonly CustomField[];
}

/** A column for which a mapping is proposed. Just after the file was read, more of its values are known. */
export type ProposedColumn = FileColumn & Partial<SeenColumn>;

/** A custom field as the account defines it, or as an import is going to. */
export interface CustomField {
  readonly api_name: string;
  readonly name: string;
  readonly field_type: string;
  readonly options: readonly string[];
  readonly required?: boolean;
}

/** A live entry of one of the account's lists, or a user. */
export interface ListEntry {
  readonly id: string;
  readonly name: string | null;
  readonly key?: string | null;
  readonly email?: string | null;
}

/** The live entries of a small resource, by plural: `market_sectors`, `users`. */
export type EntriesOf = (plural: string) => readonly ListEntry[];
