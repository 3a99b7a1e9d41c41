import { resources } from '../../resources/index.ts';
import { accountOperations } from './account-operations.ts';
import { bulkOperation } from './bulk-operation.ts';
import { clientOperations } from './client-operations.ts';
import { deliveryOperations } from './delivery-operations.ts';
import { eventOperations } from './event-operations.ts';
import { leadOperations } from './lead-operations.ts';
import { historyOperation, logOperations } from './log-operations.ts';
import type { Operation, OperationDependencies } from '../contract/operation.ts';
import { recordOperations } from './record-operations.ts';
import { summaryOperation } from './summary-operation.ts';
import { teamOperations } from './team-operations.ts';
import { tokenOperations } from './token-operations.ts';
import { userOperations } from './user-operations.ts';
import { webhookOperations } from './webhook-operations.ts';

/** Resources with at least one special operation. */
const special: Readonly<Record<string, (dependencies: OperationDependencies) => Operation[]>> = {
  leads: leadOperations,
  project_team_memberships: teamOperations,
  users: userOperations,
};

/** Every operation below the version prefix, for the routes and for the document's paths. */
export const operations = (dependencies: OperationDependencies): Operation[] => [
  ...resources
    .filter((resource) => !resource.embeddedOnly)
    .flatMap((resource) => [
      ...(special[resource.plural]?.(dependencies) ?? recordOperations(dependencies, resource)),
      ...(resource.bulk ? [bulkOperation(dependencies, resource)] : []),
      historyOperation(dependencies, resource),
    ]),
  summaryOperation(),
  ...logOperations(dependencies),
  ...tokenOperations(dependencies),
  ...clientOperations(dependencies),
  ...webhookOperations(dependencies),
  ...deliveryOperations(dependencies),
  ...eventOperations(dependencies),
  ...accountOperations(dependencies),
];
