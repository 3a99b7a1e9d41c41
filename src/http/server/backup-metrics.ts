import { Gauge, type Registry } from 'prom-client';
import type { BackupMetrics, BackupStatus } from '../../transfer/backups/backup-status.ts';

/** The metrics of the backups, as their folder says. Every process reports the same values, so they are not summed. */
export function backupMetrics(registry: Registry): BackupMetrics {
  let read: (() => Promise<BackupStatus>) | undefined;
  let reading: Promise<BackupStatus | undefined> | undefined;
  /** The gauges of a scrape share one read of the folder. */
  const readOnce = (): Promise<BackupStatus | undefined> =>
    (reading ??= Promise.resolve(read?.()).finally(() => (reading = undefined)));
  const gauge = (name: string, help: string, value: (status: BackupStatus) => number): void => {
    const made: Gauge = new Gauge({
      name,
      help,
      aggregator: 'max' as const,
      registers: [registry],
      collect: async () => {
        const status = await readOnce();
        if (status) made.set(value(status));
      },
    });
  };
  gauge(
    'backup_last_timestamp_seconds',
    'The time of the last backup, in seconds since 1970; 0 if there is none.',
    ({ last }) => (last === null ? 0 : Date.parse(last.made_at) / 1000),
  );
  gauge('backup_last_size_bytes', 'The size of the last backup.', ({ last }) => last?.size ?? 0);
  gauge('backup_last_verified', '1 if the last backup was verified.', ({ last }) => (last?.verified ? 1 : 0));
  gauge('backup_failures', 'Backups of the service that have failed since the last one.', ({ failures }) => failures);
  gauge(
    'backup_unsound_files',
    'Files named like backups that count as none: of the future, damaged or unreadable.',
    ({ unsound }) => unsound.length,
  );
  return { onAsked: (reader) => void (read = reader) };
}
