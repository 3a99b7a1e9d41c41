import { readBackupStatus } from '../../transfer/backups/backup-status.ts';
import { schemaReference, wrapped } from '../../schema/record-schemas.ts';
import { jsonAnswer } from '../contract/answer.ts';
import type { Operation, OperationDependencies } from '../contract/operation.ts';

/** The operation by which the page reads the state of the folder of backups. */
export const backupOperation = ({ config }: OperationDependencies): Operation => ({
  id: 'showBackupStatus',
  method: 'GET',
  tag: 'account',
  path: '/backup_status',
  query: [],
  summary: 'Show the state of the backups',
  explanation: 'The operator of the installation makes backups with "plumbline backup", or lets the service make them.',
  scope: 'admin',
  adminOnly: true,
  status: 200,
  response: wrapped('backup_status', schemaReference('BackupStatus')),
  handle: async ({ context: { at } }) => jsonAnswer(200, { backup_status: await readBackupStatus(config, at) }),
});
