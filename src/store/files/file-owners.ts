/** The families of the owners of files, with the columns of files that name them. */
export const fileOwnerColumns = {
  projects: 'project_id',
  leads: 'lead_id',
  companies: 'company_id',
  contacts: 'contact_id',
  notes: 'note_id',
} as const;

/** SQL: whether a condition on the owner `o` of the file `t` holds. `$1` is the account. */
export const ownerIs = (condition: string): string =>
  `(${Object.entries(fileOwnerColumns)
    .map(
      ([plural, column]) =>
        `exists (select from ${plural} o where o.account_id = $1::bigint and o.id = t.${column} and ${condition})`,
    )
    .join(' or ')})`;
