import { useNavigate } from '@tanstack/react-router';
import { calls } from '../../../resources/calls.ts';
import { projects } from '../../../resources/projects.ts';
import { tasks } from '../../../resources/tasks.ts';
import { create } from '../../create/creation.ts';
import { type Stage, useDirectory } from '../../data/directory.ts';
import { useSession } from '../../data/session.ts';
import { foundIn } from '../../finding/use-found.ts';
import { ActionMenu, type MenuAction } from '../../parts/action-menu/action-menu.tsx';
import { copyLink } from '../../parts/copy-link.ts';
import { deleteRecord } from '../../record/deletion.ts';
import type { Card } from '../card-fields.ts';

interface Props {
  readonly card: Card;
  readonly onDue: () => void;
  readonly onAssign: () => void;
  readonly onMove: (stage: Stage) => void;
  readonly onClose: () => void;
}

/** The ⋯ of a card: what can be done with the project. */
export function CardActions({ card, onDue, onAssign, onMove, onClose }: Props) {
  const navigate = useNavigate();
  const { user } = useSession();
  const { project_stages: stages } = useDirectory();
  const { id, name, version } = card;
  const about = { project_id: { id, name }, company_id: foundIn(card.company) };
  const open = stages.filter(({ category }) => category === 'open');
  const at = open.findIndex((stage) => stage.id === card.project_stage_id);
  const next = at < 0 ? undefined : open[at + 1];
  const others = stages.filter((stage) => stage !== next && stage.id !== card.project_stage_id);
  const actions: readonly MenuAction[] = [
    ...(next ? [{ name: `Move to ${next.name}`, key: 'Shift →', run: () => onMove(next) }] : []),
    { name: 'Due date', key: 'D', run: onDue },
    { name: 'Estimator', key: 'A', run: onAssign },
    { name: 'Log call', key: 'L', run: () => create(calls, { given: about }) },
    {
      name: 'New task',
      key: 'T',
      run: () => create(tasks, { given: { project_id: about.project_id, assigned_to_id: user.id } }),
    },
    { name: 'Open', key: 'Enter', run: () => void navigate({ to: '/projects/$id', params: { id } }) },
    { name: 'Copy link', run: () => copyLink(`/projects/${id}`) },
    { name: 'Delete', run: () => void deleteRecord(projects, { record: { id }, version }, name) },
    ...others.map((stage) => ({ name: stage.name, group: 'Move to another stage', run: () => onMove(stage) })),
  ];
  return <ActionMenu title={name} actions={actions} onClose={onClose} />;
}
