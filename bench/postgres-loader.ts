import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import postgres from 'postgres';
import type { Loader } from './load.ts';

/** A session on a Postgres server as a superuser, who can turn off the checks of references. */
export function postgresLoader(url: string): Loader {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  return {
    query: async (text) => [...(await sql.unsafe(text))],
    copy: async (table, columns, chunks) => {
      const rows = await sql.unsafe(`copy ${table} (${columns.join(', ')}) from stdin`).writable();
      await pipeline(Readable.from(chunks), rows);
    },
    read: async (statement) => {
      const chunks: string[] = [];
      for await (const chunk of await sql.unsafe(statement).readable()) chunks.push(String(chunk));
      return chunks;
    },
    [Symbol.asyncDispose]: () => sql.end(),
  };
}
