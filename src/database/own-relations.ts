/** The SQL condition that a relation belongs to no extension. Citus and others keep views among the tables of a program. */
export const belongsToNoExtension = (oid: string): string =>
  `not exists (
    select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = ${oid} and d.deptype = 'e'
  )`;
