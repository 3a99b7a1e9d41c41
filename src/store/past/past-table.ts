import { ofEach, type Resource } from '../../resources/resource.ts';
import { quoted, type SqlColumn, tableColumns, valueColumns } from '../rows/columns.ts';

/** The table of the versions that have ended. A version was in force from `updated_at` until before `valid_to`. */
export const pastTable = ({ plural }: Resource): string => `${plural}_past`;

/**
 * The columns of a resource's records that the table of its past has too. Long texts are in the log alone, and searches
 * read only the present.
 */
export const pastColumns = ofEach((resource): readonly SqlColumn[] => {
  const long = new Set(longTexts(resource));
  return tableColumns(resource).filter(({ name }) => name !== 'search' && !long.has(name));
});

/** The columns of a resource's long texts. */
export const longTexts = ofEach((resource): readonly string[] =>
  valueColumns(resource)
    .filter(({ field }) => field.kind === 'long_text')
    .map(({ name }) => name),
);

/** The columns of an alias, or of none, as SQL. */
export const pastColumnsOf = (resource: Resource, alias: string): string =>
  pastColumns(resource)
    .map(({ name }) => `${alias}.${quoted(name)}`)
    .join(', ');
