import { projects } from '../../resources/projects.ts';
import type { Stage } from '../data/directory.ts';
import type { Closing } from '../pursuits/closing.ts';
import { changeRecord, type ShownRecord } from '../record/record-query.ts';
import { toast } from '../shell/toasts/toasts.ts';

/** Moves a project to another stage. A toast says so and offers to undo it, or says why not. */
export async function moveProject(shown: ShownRecord, stage: Stage, closing?: Closing): Promise<void> {
  const name = String(shown.record['name']);
  const fields = {
    project_stage_id: stage.id,
    ...(closing ? { award_date: closing.awardDate } : {}),
    ...(closing?.lossReasonId ? { loss_reason_id: closing.lossReasonId } : {}),
  };
  const shownStage = { project_stage: { id: stage.id, name: stage.name }, stage_age: 0 };
  const said = `${name} moved to ${stage.name}.`;
  const reason = await changeRecord(projects, shown, { label: 'Stage', fields, shown: shownStage, said });
  if (reason === null) return;
  const action = { name: 'Try again', run: () => void moveProject(shown, stage, closing) };
  toast(`${name} was not moved. ${reason}`, { isFault: true, action });
}
