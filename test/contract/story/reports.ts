import type { Player } from './player.ts';

/** Reads the reports over the projects of the story. */
export async function report(player: Player): Promise<void> {
  const days = { from: '2025-01-01', to: '2025-12-31' };
  const since = { from: '2025-01-01', to: 'today' };
  const quarters = { every: 'quarter', buckets: '4' };
  const unscheduled = { ...quarters, line: 'pursuit', bucket: 'unscheduled' };
  await player.play('reportPipeline', { query: { group_by: 'project_stage_id' } });
  await player.play('reportWinLoss', { query: { group_by: 'assigned_to_id' } });
  await player.play('reportBidsDue', { query: days });
  await player.play('reportAttention', { query: { rule: 'stale_stage,unassigned', per_page: '2' } });
  await player.play('reportBacklog', { query: quarters });
  await player.play('reportBacklogProjects', { query: { ...unscheduled, per_page: '1' } });
  const csv = { name: 'csv', path: { format: 'csv' } };
  await player.play('exportReportPipeline', { ...csv, query: { group_by: 'project_stage_id' } });
  await player.play('exportReportWinLoss', { ...csv, query: { group_by: 'assigned_to_id' } });
  await player.play('exportReportPipelineChange', { ...csv, query: since });
  await player.play('exportReportPipelineChangeProjects', { ...csv, query: { ...since, line: 'added' } });
  await player.play('exportReportBidsDue', { ...csv, query: { ...days, table: 'load' } });
  await player.play('exportReportAttention', { ...csv, query: { rule: 'stale_stage,unassigned' } });
  await player.play('exportReportBacklog', { ...csv, query: quarters });
  await player.play('exportReportBacklogProjects', { ...csv, query: unscheduled });
  await player.play('reportPipelineChange', { query: { ...since, top: '1' } });
  await player.play('reportPipelineChangeProjects', { query: { ...since, line: 'added', per_page: '1' } });
}
