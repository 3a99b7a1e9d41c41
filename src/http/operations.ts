import { resources } from '../resources/index.ts';
import { accountOperations } from './account-operations.ts';
import { bulkOperation } from './bulk-operation.ts';
import { clientOperations } from './client-operations.ts';
import { deliveryOperations } from './delivery-operations.ts';
import { eventOperations } from './event-operations.ts';
import { leadOperations } from './lead-operations.ts';
import { historyOperation, logOperations } from './log-operations.ts';
import type { Operation } from './operation.ts';
import type { Ground } from './ground.ts';
import { recordOperations } from './record-operations.ts';
import { summaryOperation } from './summary-operation.ts';
import { teamOperations } from './team-operations.ts';
import { tokenOperations } from './token-operations.ts';
import { userOperations } from './user-operations.ts';
import { webhookOperations } from './webhook-operations.ts';

/** Resources of which some operation is not the ordinary one. */
const special: Readonly<Record<string, (ground: Ground) => Operation[]>> = {
  leads: leadOperations,
  project_team_memberships: teamOperations,
  users: userOperations,
};

/** Every operation below the version prefix: the routes, and the paths of the document. */
export const operations = (ground: Ground): Operation[] => [
  ...resources
    .filter((resource) => !resource.embeddedOnly)
    .flatMap((resource) => [
      ...(special[resource.plural]?.(ground) ?? recordOperations(ground, resource)),
      ...(resource.bulk ? [bulkOperation(ground, resource)] : []),
      historyOperation(ground, resource),
    ]),
  summaryOperation(ground),
  ...logOperations(ground),
  ...tokenOperations(ground),
  ...clientOperations(ground),
  ...webhookOperations(ground),
  ...deliveryOperations(ground),
  ...eventOperations(ground),
  ...accountOperations(ground),
];
