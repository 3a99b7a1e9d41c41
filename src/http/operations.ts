import { resources } from '../resources/index.ts';
import { bulkOperation } from './bulk-operation.ts';
import { historyOperation, logOperations } from './log-operations.ts';
import type { Operation } from './operation.ts';
import { type Ground, recordOperations } from './record-operations.ts';
import { userOperations } from './user-operations.ts';

/** Every operation below the version prefix: the routes, and the paths of the document. */
export const operations = (ground: Ground): Operation[] => [
  ...resources
    .filter((resource) => !resource.embeddedOnly)
    .flatMap((resource) => [
      ...(resource.plural === 'users' ? userOperations(ground) : recordOperations(ground, resource)),
      ...(resource.bulk ? [bulkOperation(ground, resource)] : []),
      historyOperation(ground, resource),
    ]),
  ...logOperations(ground),
];
