import type { Operation } from '../../contract/operation.ts';
import { attentionOperations } from './attention-operations.ts';
import { backlogOperations } from './backlog-operations.ts';
import { bidsDueOperations } from './bids-due-operations.ts';
import { changeOperations } from './change-operations.ts';
import { pipelineOperations } from './pipeline-operations.ts';
import { winLossOperations } from './win-loss-operations.ts';

/** The reports over projects. */
export const reportOperations = (): Operation[] => [
  ...pipelineOperations(),
  ...changeOperations(),
  ...winLossOperations(),
  ...bidsDueOperations(),
  ...attentionOperations(),
  ...backlogOperations(),
];
