import { attentionReport } from './kinds/attention.ts';
import { backlogReport } from './kinds/backlog.ts';
import { bidsDueReport } from './kinds/bids-due.ts';
import { pipelineChangeReport } from './kinds/pipeline-change.ts';
import { pipelineReport } from './kinds/pipeline.ts';
import { winLossReport } from './kinds/win-loss.ts';
import type { ReportKind } from './report-kind.ts';

/** The reports, in the order of their tabs. */
export const reportKinds: readonly ReportKind[] = [
  pipelineReport,
  pipelineChangeReport,
  winLossReport,
  bidsDueReport,
  backlogReport,
  attentionReport,
];
