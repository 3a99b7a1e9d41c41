import type { BackupStatus } from './backup-status.ts';

/** The metrics of the backups. */
export interface BackupMetrics {
  /** Registers the function that reads the state of the backups when the metrics are read. */
  onAsked(read: () => Promise<BackupStatus>): void;
}
