import { queryOptions } from '@tanstack/react-query';
import { api } from '../../data/api.ts';

export interface LastBackup {
  readonly made_at: string;
  readonly size: number;
  readonly verified: boolean;
}

/** The state of the backups, as the service answers it. */
export interface BackupStatus {
  readonly state: 'current' | 'late' | 'failing' | 'none';
  readonly last: LastBackup | null;
  readonly count: number;
  readonly every_hours: number | null;
}

export const backupStatusQuery = queryOptions({
  queryKey: ['backup_status'],
  queryFn: async ({ signal }): Promise<BackupStatus> =>
    (await api.send<{ backup_status: BackupStatus }>({ path: '/backup_status', signal })).body.backup_status,
});
