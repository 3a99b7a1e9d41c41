import type { Queryable } from '../engine.ts';

/** The properties of a server that `readServer` reads. */
export interface ServerReport {
  readonly version: string;
  readonly versionNumber: number;
  readonly encoding: string;
  /** `lower('É')`; null if the database's encoding is not UTF8. */
  readonly lowered: string | null;
  readonly fsync: string;
  readonly synchronousCommit: string;
  /** Whether the extension that searches need is available. */
  readonly hasTrigrams: boolean;
}

export async function readServer(connection: Queryable): Promise<ServerReport> {
  const [report] = await connection.query<ServerReport>(
    `select current_setting('server_version') as "version",
            current_setting('server_version_num')::int as "versionNumber",
            getdatabaseencoding() as "encoding",
            case when getdatabaseencoding() = 'UTF8' then lower(chr(201)) end as "lowered",
            current_setting('fsync') as "fsync",
            current_setting('synchronous_commit') as "synchronousCommit",
            exists (select from pg_available_extensions where name = 'pg_trgm') as "hasTrigrams"`,
  );
  if (report === undefined) throw new Error('the server did not report its settings');
  return report;
}

/** All reasons not to use this server; empty if there are none. */
export function serverMistakes(report: ServerReport): string[] {
  const mistakes: string[] = [];
  if (report.versionNumber < 150_000) mistakes.push(`Postgres 15 or later is needed, the server is ${report.version}.`);
  if (report.encoding !== 'UTF8') mistakes.push(`The database's encoding must be UTF8, it is ${report.encoding}.`);
  if (report.lowered !== null && report.lowered !== 'é') {
    mistakes.push(`The database's locale must know that lower('É') is 'é' (C.UTF-8 does, C does not).`);
  }
  if (!report.hasTrigrams) {
    mistakes.push(`The extension pg_trgm is needed: install the server's additional modules (postgresql-contrib).`);
  }
  return mistakes;
}

/** Whether an acknowledged write has reached the server's disk. */
export const keepsWrites = (report: ServerReport): boolean =>
  report.fsync === 'on' && report.synchronousCommit !== 'off';
