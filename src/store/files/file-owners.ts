import { fileOwnerFields } from '../../resources/files.ts';

/** SQL: whether a condition on the owner `o` of the file `t` holds. `$1` is the account. */
export const ownerIs = (condition: string): string =>
  `(${Object.entries(fileOwnerFields)
    .map(
      ([plural, column]) =>
        `exists (select from ${plural} o where o.account_id = $1::bigint and o.id = t.${column} and ${condition})`,
    )
    .join(' or ')})`;
