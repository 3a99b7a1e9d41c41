import type { tasks } from '../resources/tasks.ts';
import type { InputOf } from '../resources/record-types.ts';
import { wireTime } from '../resources/vocabulary/formats.ts';
import { awardTasks, bidTasks, followTasks, officeTasks } from './data/phrases.ts';
import { type Day, dateOf, weekdayFrom, workdayFrom } from './days.ts';
import type { Deed, Links, Name } from './deed.ts';
import { madeInTurns } from './made-in-turns.ts';
import type { Project } from './projects.ts';
import type { Random } from './random.ts';
import type { Setting } from './setting.ts';
import type { Staff } from './staff.ts';

interface Task {
  readonly name: Name;
  readonly title: string;
  readonly made: Day;
  readonly deadline: Day;
  readonly assignee: Name;
  readonly links: Links;
  /** The last day on which the task may be completed. */
  readonly over: Day;
}

/** The tasks of the projects and of the office. */
export const taskDeeds = async (setting: Setting, staff: Staff, projects: readonly Project[]): Promise<Deed[]> => [
  ...(await madeInTurns(projects, (project) => workFor(setting, staff, project))),
  ...officeTasks.flatMap((_, index) => officeWork(setting, staff, index)),
];

const dayOf = ({ moves }: Project, stage: string): Day | undefined => moves.find((move) => move.stage === stage)?.day;

/** The firm assigns tasks on Mondays, Wednesdays and Fridays. */
const givenOut = (day: Day | undefined): Day | undefined => (day === undefined ? day : weekdayFrom(day, [1, 3, 5]));

const endOf = ({ moves }: Project): Day => moves[moves.length - 1]?.day ?? 0;

/** The tasks of a project. Few old projects have tasks. */
function workFor(setting: Setting, staff: Staff, project: Project): Deed[] {
  const random = setting.randomOf('tasks', project.name);
  const isRecent = endOf(project) > setting.today - 60;
  const start = givenOut(dayOf(project, 'estimating'));
  if (start === undefined || !random.chance(isRecent ? 0.85 : 0.25)) return [];
  const list = random.chance(isRecent ? 0.5 : 0.2) ? project.name.replace('projects', 'task_lists') : null;
  const links = { project_id: project.name, ...(list ? { task_list_id: list } : {}) };
  const tasks = planned(random, staff, project, start).map(
    (task, index): Task => ({
      ...{ ...task, name: `tasks/${project.name}/${index + 1}`, links },
      over: endOf(project) + 21,
    }),
  );
  const listed: Deed[] = list
    ? [
        {
          ...staff.at('task_lists', start),
          action: 'create',
          name: list,
          values: { name: `Bid checklist: ${project.job.title}`.slice(0, 255) },
          links: { project_id: project.name },
        },
      ]
    : [];
  return [...listed, ...tasks.flatMap((task) => life(setting, staff, task))];
}

type Planned = Pick<Task, 'title' | 'made' | 'deadline' | 'assignee'>;

function planned(random: Random, staff: Staff, project: Project, start: Day): Planned[] {
  const { bidDay, estimator } = project;
  const submitted = givenOut(dayOf(project, 'bid_submitted'));
  const won = givenOut(dayOf(project, 'won'));
  const before = some(random, bidTasks, 0.45).map(([title, days]) => {
    const deadline = workdayFrom(Math.max(start + 1, bidDay - days));
    return {
      title,
      made: start,
      deadline,
      assignee: random.chance(0.7) ? estimator : random.pick(staff.of('estimator', 'project_engineer')),
    };
  });
  return [
    ...before,
    ...followUps(random, submitted, followTasks, staff.of('business_development', 'preconstruction_manager')),
    ...followUps(random, won, awardTasks, staff.of('project_manager', 'senior_project_manager')),
  ];
}

/** The tasks assigned on a day, each with its deadline in days after it; none if the day is undefined. */
function followUps(
  random: Random,
  made: Day | undefined,
  tasks: readonly (readonly [title: string, days: number])[],
  people: readonly Name[],
): Planned[] {
  if (made === undefined) return [];
  return some(random, tasks, 0.6).map(([title, days]) => ({
    ...{ title, made, deadline: workdayFrom(made + days) },
    assignee: random.pick(people),
  }));
}

const some = <Item>(random: Random, items: readonly Item[], share: number): Item[] =>
  items.filter(() => random.chance(share));

/** The creation and the completion of a task. Most are completed near the deadline; the others are days late. */
function life(setting: Setting, staff: Staff, { name, title, made, deadline, assignee, links, over }: Task): Deed[] {
  const random = setting.randomOf('task', name);
  const values: InputOf<typeof tasks> = { title, deadline: dateOf(deadline) };
  const creation: Deed = {
    ...staff.at('tasks', made),
    ...{ action: 'create', name, values, links: { ...links, assigned_to_id: assignee } },
  };
  const late = random.chance(0.78) ? random.whole(-4, 1) : random.whole(2, 24);
  const day = workdayFrom(Math.max(made + 1, Math.min(deadline + late, over)));
  const at = staff.at('completions', day);
  const done = at.at - random.whole(2, 450) * 60_000;
  return [creation, { ...at, action: 'update', name, links: {}, values: { completed_at: wireTime(new Date(done)) } }];
}

function officeWork(setting: Setting, staff: Staff, index: number): Deed[] {
  const [list, titles] = officeTasks[index] ?? ['', []];
  const random = setting.randomOf('office', index);
  const name = `task_lists/office-${index}`;
  const made = workdayFrom(setting.today - 80);
  const tasks = titles.map((title, place): Task => {
    const deadline = workdayFrom(setting.today + random.whole(-40, 45));
    const assignee = random.pick(staff.of('coordinator', 'business_development'));
    const task = { title, made, deadline, assignee, links: { task_list_id: name } };
    return { ...task, name: `tasks/office-${index}-${place}`, over: deadline + 30 };
  });
  return [
    { ...staff.at('task_lists', made), action: 'create', name, values: { name: list }, links: {} },
    ...tasks.flatMap((task) => life(setting, staff, task)),
  ];
}
