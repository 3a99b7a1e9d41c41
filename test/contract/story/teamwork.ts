import { life } from './firm.ts';
import type { Player } from './player.ts';

export interface Job {
  readonly project: string;
  readonly contact: string;
  readonly estimatorId: string;
  readonly managerId: string;
}

/** Plays the work on a bid: its team, its tasks, its calls and a saved view. */
export async function workTogether(player: Player, job: Job): Promise<void> {
  await formTeam(player, job);
  await giveTasks(player, job);
  await call(player, job);
  await keepView(player);
}

async function formTeam(player: Player, { project, estimatorId, managerId }: Job): Promise<void> {
  const made = await player.play('createProjectTeamMembership', {
    name: 'member',
    summary: 'A user with two roles, in the project that the query names',
    query: { project_id: project },
    body: { project_team_membership: { user_id: estimatorId, roles: ['project_manager', 'estimator'] } },
  });
  const { id } = made.project_team_membership;
  await player.play('updateProjectTeamMembership', {
    path: { id },
    body: { project_team_membership: { user_id: managerId, roles: ['estimator'] } },
  });
  const role = await player.play('createProjectTeamRole', {
    name: 'role',
    summary: 'A further role of a member',
    body: { project_team_role: { role: 'preconstruction_manager', project_team_membership_id: id } },
  });
  const path = { id: role.project_team_role.id };
  await player.play('updateProjectTeamRole', { path, body: { project_team_role: { role: 'lead_estimator' } } });
  await life(player, { singular: 'project_team_role', plural: 'project_team_roles' }, path.id);
  await life(player, { singular: 'project_team_membership', plural: 'project_team_memberships' }, id);
}

async function giveTasks(player: Player, { project, estimatorId }: Job): Promise<void> {
  const list = await player.play('createTaskList', {
    name: 'named',
    summary: 'The tasks of a project',
    body: { task_list: { name: 'Before the bid', project_id: project } },
  });
  const { id } = list.task_list;
  await player.play('updateTaskList', { path: { id }, body: { task_list: { name: 'Before the bid is due' } } });
  const task = { title: 'Walk the site', deadline: '2026-03-05', project_id: project, task_list_id: id };
  const made = await player.play('createTask', {
    name: 'listed',
    summary: 'A task of a list, with an assignee',
    body: { task: { ...task, assigned_to_id: estimatorId } },
  });
  const path = { id: made.task.id };
  const done = { task: { completed_at: '2026-03-02T16:30:00Z' } };
  await player.play('updateTask', { path, name: 'done', summary: 'Complete the task', body: done });
  const open = { task: { completed_at: null } };
  await player.play('updateTask', { path, name: 'open', summary: 'Open the task again', body: open });
  await life(player, { singular: 'task', plural: 'tasks' }, path.id);
  await life(player, { singular: 'task_list', plural: 'task_lists' }, id);
}

async function call(player: Player, { project, contact }: Job): Promise<void> {
  const notes = 'Dana confirms the bid for 2 April, 2 pm.';
  const made = await player.play('createCall', {
    name: 'logged',
    summary: 'A call about a project',
    body: { call: { notes, contact_id: contact, project_id: project, call_outcome_id: '1' } },
  });
  const { id } = made.call;
  const later = `${notes} Addendum 2 follows on Friday.`;
  await player.play('updateCall', { path: { id }, body: { call: { notes: later } } });
  await life(player, { singular: 'call', plural: 'calls' }, id);
}

async function keepView(player: Player): Promise<void> {
  const view = { name: 'Large bids', resource: 'projects', query: 'amount[gte]=10000000&sort=bid_due_date' };
  const { id } = (await player.play('createSavedView', { body: { saved_view: view } })).saved_view;
  await player.play('updateSavedView', { path: { id }, body: { saved_view: { shared: true } } });
  await life(player, { singular: 'saved_view', plural: 'saved_views' }, id);
}
