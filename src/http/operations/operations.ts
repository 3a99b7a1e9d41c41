import { resources } from '../../resources/index.ts';
import { accountOperations } from './account-operations.ts';
import { archiveOperations } from './archive-operations.ts';
import { backupOperation } from './backup-operation.ts';
import { bulkOperations } from './bulk-operations.ts';
import { clientOperations } from './access/client-operations.ts';
import { countOperations } from './count-operations.ts';
import { deliveryOperations } from './delivery-operations.ts';
import { demoOperations } from './demo-operations.ts';
import { directoryOperation } from './directory-operation.ts';
import { eventOperations } from './event-operations.ts';
import { exportOperation } from './exports/export-operation.ts';
import { goalOperations } from './goal-operations.ts';
import { importOperations } from './imports/import-operations.ts';
import { mappingOperations } from './imports/mapping-operations.ts';
import { leadOperations } from './lead-operations.ts';
import { fileOperations } from './files/file-operations.ts';
import { withExternalIds } from './external-id-operations.ts';
import { historyOperation, logOperations } from './log-operations.ts';
import type { Operation, OperationDependencies } from '../contract/operation.ts';
import { preferenceOperations } from './access/preference-operations.ts';
import { recordOperations } from './record-operations.ts';
import { reportOperations } from './reports/report-operations.ts';
import { revertOperation } from './revert-operation.ts';
import { searchOperation } from './search-operation.ts';
import { sessionOperations } from './access/session-operations.ts';
import { summaryOperation } from './summary-operation.ts';
import { timelineOperations } from './timeline-operation.ts';
import { teamOperations } from './team-operations.ts';
import { feedOperations } from './access/feed-operations.ts';
import { tokenOperations } from './access/token-operations.ts';
import { userOperations } from './access/user-operations.ts';
import { webhookOperations } from './webhook-operations.ts';

/** Resources with at least one special operation. */
const special: Readonly<Record<string, (dependencies: OperationDependencies) => Operation[]>> = {
  files: fileOperations,
  goals: goalOperations,
  import_mappings: mappingOperations,
  leads: leadOperations,
  project_team_memberships: teamOperations,
  users: userOperations,
};

/** Every operation below the version prefix, for the routes and for the document's paths. */
export const operations = (dependencies: OperationDependencies): Operation[] => [
  ...resources
    .filter((resource) => !resource.embeddedOnly)
    .flatMap((resource) =>
      withExternalIds(dependencies, resource, [
        ...(special[resource.plural]?.(dependencies) ?? recordOperations(dependencies, resource)),
        exportOperation(resource),
        ...(resource.bulk ? bulkOperations(dependencies, resource) : []),
        historyOperation(resource),
        ...timelineOperations(resource),
        revertOperation(dependencies, resource),
      ]),
    ),
  summaryOperation(),
  ...reportOperations(),
  ...countOperations(),
  searchOperation(),
  ...logOperations(),
  ...tokenOperations(dependencies),
  ...feedOperations(dependencies),
  ...sessionOperations(),
  ...clientOperations(dependencies),
  ...webhookOperations(dependencies),
  ...deliveryOperations(dependencies),
  ...eventOperations(dependencies),
  ...accountOperations(dependencies),
  directoryOperation(),
  ...preferenceOperations(),
  ...demoOperations(dependencies),
  ...archiveOperations(dependencies),
  backupOperation(dependencies),
  ...importOperations(dependencies),
];
