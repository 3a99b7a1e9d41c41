import { type ImportedFamily, importedFamilies } from '../../resources/transfer/imports.ts';

/** The family that an address names; projects without one. */
export const familyOf = (text: string | undefined): ImportedFamily =>
  importedFamilies.find((family) => family === text) ?? 'projects';

const listed: readonly ImportedFamily[] = ['projects', 'companies', 'contacts', 'calls', 'notes', 'leads'];

/** The address of the records that an import has made. Tasks have no list that shows them together. */
export const madeHref = (family: ImportedFamily, id: string): string => {
  if (family === 'leads') return `/leads?view=all&import_id=${id}`;
  return listed.includes(family) ? `/${family}?import_id=${id}` : `/${family}`;
};
