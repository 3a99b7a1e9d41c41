import { life } from './firm.ts';
import type { Player } from './player.ts';

export interface Job {
  readonly project: string;
  readonly contact: string;
  readonly estimatorId: string;
  readonly managerId: string;
}

/** Plays the work on a bid: its team, its tasks, its calls, a saved view, and a look at the whole. */
export async function workTogether(player: Player, job: Job): Promise<void> {
  await formTeam(player, job);
  await giveTasks(player, job);
  await call(player, job);
  await keepView(player);
  await player.play('countLeads');
  await player.play('countTasks', { query: { 'deadline[lte]': 'today+30' } });
  await player.play('search', { query: { q: 'northline', per_family: '1' } });
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
  const rows = [
    { id: path.id, deadline: '2026-03-06' },
    { title: 'Ask for addendum 2', project_id: project },
  ];
  await player.play('bulkTasks', { name: 'several', summary: 'Change a task and make another', body: { tasks: rows } });
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
  const rows = [{ notes: 'Left a message about the site walk.', contact_id: contact, project_id: project }];
  await player.play('bulkCalls', { name: 'several', summary: 'Log calls', body: { calls: rows } });
  await life(player, { singular: 'call', plural: 'calls' }, id);
}

async function keepView(player: Player): Promise<void> {
  const query = 'assigned_to_id=me&bid_due_date[lte]=today+14&amount[gte]=10000000&sort=bid_due_date';
  const display = { layout: 'board', group: 'project_stage_id', widths: { name: 240 } };
  const view = { name: 'My large bids', resource: 'projects', query, display };
  const { id } = (await player.play('createSavedView', { body: { saved_view: view } })).saved_view;
  await player.play('updateSavedView', { path: { id }, body: { saved_view: { shared: true } } });
  await life(player, { singular: 'saved_view', plural: 'saved_views' }, id);
  await player.play('updatePreferences', { body: { preferences: { theme: 'dark', pinned_views: [id] } } });
  await player.play('showPreferences');
}
