import { type Act, estimatorOf, hasProject, minutes, oneOf, type Scene, timeText } from './act.ts';
import type { Name } from './deed.ts';
import type { Undertaking } from './pursuits.ts';
import type { Post } from './record.ts';

/** A person joins the team of a project. */
export function member(scene: Scene): Act {
  const { undertaking: pursuit, recorded } = scene;
  const { first: role } = recorded;
  const user = role.endsWith('estimator') ? estimatorOf(scene) : oneOf(scene, postsOfRole[role] ?? [], role);
  const links = { user_id: user, project_id: pursuit.name };
  return { desk: 'teams', action: 'create', name: memberOf(pursuit, role), values: {}, links };
}

const postsOfRole: Readonly<Record<string, readonly Post[]>> = {
  preconstruction_manager: ['preconstruction_manager'],
  project_executive: ['principal'],
  project_manager: ['project_manager', 'senior_project_manager'],
  superintendent: ['superintendent'],
  project_engineer: ['project_engineer'],
};

/** A member gets a role. */
export const memberRole = ({ undertaking: pursuit, recorded: { first, second } }: Scene): Act => ({
  desk: 'roles',
  action: 'create',
  name: `project_team_roles/${pursuit.name}/${first}/${second}`,
  values: { role: second },
  links: { project_team_membership_id: memberOf(pursuit, first) },
});

export const taskList = ({ undertaking }: Scene<Undertaking>): Act => ({
  desk: 'task_lists',
  action: 'create',
  name: listOf(undertaking),
  values: { name: (hasProject(undertaking) ? `Bid checklist: ${undertaking.title}` : undertaking.title).slice(0, 255) },
  links: hasProject(undertaking) ? { project_id: undertaking.name } : {},
});

/** The recorded words are the number of the task and its deadline. */
export function task(scene: Scene<Undertaking>): Act {
  const { setting, undertaking, recorded, draw } = scene;
  const { first: number, second: deadline } = recorded;
  const { title, posts } = setting.record.tasks[Number(number) - 1] as { title: string; posts: readonly Post[] };
  const isEstimators = posts.includes('estimator') && draw(`task ${number}`) < 0.7;
  return {
    desk: 'tasks',
    action: 'create',
    name: taskOf(undertaking, number),
    values: { title, deadline: setting.days.dateOf(undertaking.start + Number(deadline)) },
    links: {
      ...(hasProject(undertaking) ? { project_id: undertaking.name } : {}),
      ...(undertaking.deeds.some(({ verb }) => verb === 'list') ? { task_list_id: listOf(undertaking) } : {}),
      assigned_to_id: isEstimators ? estimatorOf(scene) : oneOf(scene, posts, `assignee ${number}`),
    },
  };
}

/** People complete tasks in the day, and record it in the afternoon. */
export function completion({ staff, undertaking, recorded: { day, first }, draw }: Scene<Undertaking>): Act {
  const done = staff.at('completions', undertaking.start + day).at - minutes(2 + draw(`done ${first}`) * 210);
  const values = { completed_at: timeText(done) };
  return { desk: 'completions', action: 'update', name: taskOf(undertaking, first), values, links: {} };
}

/** The recorded word is the number of the note. */
export function call({ setting, staff, undertaking: pursuit, recorded: { day, first }, draw }: Scene): Act {
  const { name, title, client, contact, start } = pursuit;
  const { outcome, note } = setting.record.calls[Number(first) - 1] as { outcome: string; note: string };
  const desk = draw(`half of ${day}`) < 0.5 ? 'morning_calls' : 'afternoon_calls';
  // The caller records all calls of the half day after the last one.
  const called = staff.at(desk, start + day).at - minutes(1 + draw(`call ${day}`) * 95);
  return {
    desk,
    action: 'create',
    name: `calls/${name}/${day}/${first}`,
    values: {
      notes: note.replace('{project}', title).replace('{contact}', contact?.first ?? 'They'),
      recorded_at: timeText(called),
    },
    links: {
      call_outcome_id: `call_outcomes/${outcome}`,
      project_id: name,
      company_id: client.name,
      ...(contact ? { contact_id: contact.name } : {}),
    },
  };
}

/** A meeting with the client. The recorded word is the number of the note. */
export const meeting = (scene: Scene): Act => note(scene, 'meeting', scene.setting.record.meetings);

/** A visit to the site. The recorded word is the number of the note. */
export const visit = (scene: Scene): Act => note(scene, 'site_visit', scene.setting.record.visits);

function note(scene: Scene, kind: 'meeting' | 'site_visit', texts: readonly string[]): Act {
  const { staff, undertaking: pursuit, recorded, draw } = scene;
  const { day, first } = recorded;
  const { name, title, client, contact, start } = pursuit;
  const text = texts[Number(first) - 1] ?? '';
  const happened = staff.at('notes', start + day).at - minutes(20 + draw(`${kind} ${day}`) * 240);
  const isMeeting = kind === 'meeting';
  return {
    desk: 'notes',
    action: 'create',
    name: `notes/${name}/${day}/${kind}`,
    values: {
      kind,
      text: text.replace('{project}', title).replace('{contact}', contact?.first ?? 'The client'),
      happened_at: timeText(happened),
    },
    links: {
      project_id: name,
      ...(isMeeting ? { company_id: client.name } : {}),
      ...(isMeeting && contact ? { contact_ids: [contact.name] } : {}),
      user_ids: [estimatorOf(scene)],
    },
  };
}

/** A link to documents of the project. The recorded word is its number. */
export function link({ setting, undertaking: { name, title }, recorded: { day, first } }: Scene): Act {
  const { name: linkName = '', url = '' } = setting.record.links[Number(first) - 1] ?? {};
  const place = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return {
    desk: 'files',
    action: 'create',
    name: `files/${name}/${day}/${first}`,
    values: { name: linkName, url: url.replace('{project}', place) },
    links: { project_id: name },
  };
}

const memberOf = ({ name }: Undertaking, role: string): Name => `project_team_memberships/${name}/${role}`;
const listOf = ({ name }: Undertaking): Name => `task_lists/${name}`;
const taskOf = ({ name }: Undertaking, number: string): Name => `tasks/${name}/${number}`;
