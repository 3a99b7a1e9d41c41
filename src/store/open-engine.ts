import { type EmbeddedEngine, openEmbedded } from '../database/embedded/embedded.ts';
import type { StatementObserver } from '../database/engine.ts';
import type { PostgresEngine } from '../database/postgres/postgres.ts';

export interface EngineOptions {
  /** The URL of a Postgres server. Without it, the embedded engine in `dataDir` is used. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  readonly onStatement?: StatementObserver | undefined;
  /** The number of calls that may wait before the next call is refused. */
  readonly maxQueue?: number | undefined;
  /** Of a server only. */
  readonly maxConnections?: number | undefined;
  /** Of a server only. */
  readonly preparedStatements?: boolean | undefined;
  /** Of a server only. */
  readonly genericPlans?: boolean | undefined;
  /** Of a server only: a statement of the embedded engine cannot be interrupted. */
  readonly statementTimeoutMs?: number | undefined;
  /** Of the embedded engine only: false never waits for the disk, so a power cut may lose or damage anything. */
  readonly synchronous?: boolean | undefined;
  /** Called once if the database stops unexpectedly, for example when the disk fails. Only a new process helps. */
  readonly onLost?: ((error: unknown) => void) | undefined;
}

/** Opens the configured engine, and creates the data folder if necessary. */
export async function openEngine(options: EngineOptions): Promise<PostgresEngine | EmbeddedEngine> {
  const { databaseUrl, dataDir, synchronous, onLost, ...more } = options;
  if (databaseUrl !== undefined) {
    // The embedded engine starts faster without the driver.
    const { openPostgres } = await import('../database/postgres/postgres.ts');
    return openPostgres({ url: databaseUrl, ...more });
  }
  return openEmbedded({ dataDir, synchronous, onLost, onStatement: more.onStatement, maxQueue: more.maxQueue });
}
