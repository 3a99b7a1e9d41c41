import { Picker } from '../../parts/picker/picker.tsx';
import { Popover } from '../../parts/popover/popover.tsx';
import type { Stage } from '../../data/directory.ts';
import type { MovedProject } from '../closing.ts';

interface Props {
  readonly project: MovedProject;
  readonly stages: readonly Stage[];
  readonly onPick: (stage: Stage) => void;
  readonly onClose: () => void;
}

/** Moves a project to any stage, also to one that closes it. */
export function MoveDialog({ project, stages, onPick, onClose }: Props) {
  const options = stages.map(({ id, name }) => ({ key: id, name: name, isCurrent: id === project.project_stage_id }));
  const pick = (id: string): void => {
    const stage = stages.find((one) => one.id === id);
    if (stage && id !== project.project_stage_id) onPick(stage);
    else onClose();
  };
  return (
    <Popover title={`Move ${project.name}`} onClose={onClose}>
      <Picker label="Stage" options={options} onPick={pick} />
    </Popover>
  );
}
