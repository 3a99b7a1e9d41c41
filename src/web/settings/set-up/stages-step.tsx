import { projectStages } from '../../../resources/project-stages.ts';
import { api } from '../../data/api.ts';
import { labelOf } from '../../../resources/labels.ts';
import { Failure } from '../../parts/failure/failure.tsx';
import { readEntriesAgain, type SmallRecord, useEntries } from '../entries/entries-query.ts';
import { StageDot } from '../stages/stage-dot.tsx';
import style from './set-up.module.css';
import { StepFoot } from './step-foot.tsx';
import type { StepProps } from './steps.ts';
import { useSwitch } from './use-switch.ts';
import { FaultLine } from '../../parts/failure/fault-line.tsx';

/** The stages of the pipeline, each with a switch. One that is switched off is deleted, and can come back. */
export function StagesStep({ onDone }: StepProps) {
  const { entries, error, retry } = useEntries(projectStages, 'both');
  const stages = entries?.toSorted((one, other) => Number(one['position']) - Number(other['position'])) ?? [];
  return (
    <>
      <p>
        These are the steps of a pursuit. Switch off what your firm does not use. You can rename them in the settings.
      </p>
      {error && <Failure error={error} onRetry={retry} />}
      <ul aria-label="Stages">
        {stages.map((stage) => (
          <StageSwitch key={stage.id} stage={stage} stages={stages} />
        ))}
      </ul>
      <StepFoot onContinue={onDone} />
    </>
  );
}

interface SwitchProps {
  readonly stage: SmallRecord;
  readonly stages: readonly SmallRecord[];
}

function StageSwitch({ stage, stages }: SwitchProps) {
  const path = { id: stage.id };
  const category = String(stage['category']);
  const live = stages.filter(({ deleted_at }) => deleted_at === null);
  // The service keeps an open stage. Without a stage that wins and one that loses, nobody could close a project.
  const isNeeded = category !== 'open' && live.every((one) => one.id === stage.id || one['category'] !== category);
  const { isOn, fault, turn } = useSwitch(stage['deleted_at'] === null, {
    send: (on) => api.send(on ? 'POST /project_stages/{id}/restore' : 'DELETE /project_stages/{id}', { path }),
    readAgain: () => readEntriesAgain(projectStages),
  });
  return (
    <li className={style.stage}>
      <label className={style.switch}>
        <input
          type="checkbox"
          checked={isOn}
          disabled={isOn && isNeeded}
          onChange={({ target }) => void turn(target.checked)}
        />
        <StageDot stage={stage} stages={stages} />
        <span>{stage.name}</span>
        <span className="quiet">
          {labelOf(category)}
          {isOn && isNeeded && `: your firm needs one`}
        </span>
      </label>
      <FaultLine>{fault}</FaultLine>
    </li>
  );
}
