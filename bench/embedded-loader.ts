import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { Loader } from './load.ts';

/** The database of a data folder that no service has open. */
export async function embeddedLoader(dataDirectory: string): Promise<Loader> {
  const database = await PGlite.create(join(dataDirectory, 'postgres'), { extensions: { pg_trgm } });
  return {
    query: async (text) => (await database.query<Record<string, unknown>>(text)).rows,
    copy: async (table, columns, chunks) => {
      for (const chunk of chunks) {
        const statement = `copy ${table} (${columns.join(', ')}) from '/dev/blob'`;
        await database.query(statement, [], { blob: new Blob([chunk]) });
      }
    },
    read: async (statement) => {
      const { blob } = await database.query(statement.replace(/stdout$/, "'/dev/blob'"));
      return [(await blob?.text()) ?? ''];
    },
    [Symbol.asyncDispose]: () => database.close(),
  };
}
