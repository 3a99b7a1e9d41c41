import { type EmbeddedEngine, openEmbedded } from './embedded.ts';
import type { StatementObserver } from './engine.ts';
import { openPostgres, type PostgresEngine } from './postgres.ts';

export interface EngineOptions {
  /** A Postgres server; without it the embedded engine in `dataDir` is used. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  readonly onStatement?: StatementObserver | undefined;
  /** Calls that may wait before the next is refused. */
  readonly maxQueue?: number | undefined;
  /** Of a server only. */
  readonly maxConnections?: number | undefined;
  /** Of a server only. */
  readonly preparedStatements?: boolean | undefined;
  /** Of a server only: the embedded engine runs on the process's own thread, and nothing can interrupt it there. */
  readonly statementTimeoutMs?: number | undefined;
  /** Of the embedded engine only: false never waits for the disk, and a power cut may lose or damage anything. */
  readonly synchronous?: boolean | undefined;
  /** Told once when the database has stopped by itself, as when the disk fails: only a new process helps. */
  readonly onLost?: ((error: unknown) => void) | undefined;
}

/** Opens the engine that the configuration asks for, creating the data folder if need be. */
export async function openEngine(options: EngineOptions): Promise<PostgresEngine | EmbeddedEngine> {
  const { databaseUrl, dataDir, synchronous, onLost, ...more } = options;
  if (databaseUrl !== undefined) return openPostgres({ url: databaseUrl, ...more });
  return openEmbedded({ dataDir, synchronous, onLost, onStatement: more.onStatement, maxQueue: more.maxQueue });
}
