import type { TeamRole } from '../resources/vocabulary/choices.ts';
import { type Day, weekdayFrom } from './days.ts';
import type { Deed, Name } from './deed.ts';
import { madeInTurns } from './made-in-turns.ts';
import type { Project } from './projects.ts';
import type { Setting } from './setting.ts';
import type { Staff } from './staff.ts';

interface Place {
  readonly user: Name;
  readonly roles: readonly TeamRole[];
  readonly day: Day;
}

/** The team of each project: its pursuers and its builders. */
export const teamDeeds = (setting: Setting, staff: Staff, projects: readonly Project[]): Promise<Deed[]> =>
  madeInTurns(projects, (project) => {
    const seen = new Set<Name>();
    const own = [...pursuers(setting, staff, project), ...builders(setting, staff, project)];
    return own
      .filter(({ user }) => !seen.has(user) && seen.add(user))
      .flatMap((place, index) => joining(staff, project, place, index + 1));
  });

function pursuers(setting: Setting, staff: Staff, project: Project): Place[] {
  const random = setting.randomOf('pursuers', project.name);
  const day = project.moves.find(({ stage }) => stage === 'estimating')?.day;
  const isRecent = project.created > setting.today - 300;
  if (day === undefined || !random.chance(isRecent ? 0.8 : 0.3)) return [];
  const isLarge = project.job.amount > 8e6;
  return [
    { user: project.estimator, roles: isLarge ? ['lead_estimator'] : ['estimator'], day },
    { user: random.pick(staff.of('preconstruction_manager')), roles: ['preconstruction_manager'], day },
    ...(isLarge ? [{ user: random.pick(staff.of('principal')), roles: ['project_executive'] as const, day }] : []),
  ];
}

function builders(setting: Setting, staff: Staff, project: Project): Place[] {
  const random = setting.randomOf('builders', project.name);
  const day = project.moves.find(({ stage }) => stage === 'won')?.day;
  if (day === undefined) return [];
  const { amount } = project.job;
  const managers = staff.of(amount > 12e6 ? 'senior_project_manager' : 'project_manager');
  return [
    {
      user: random.pick(managers),
      roles: amount < 1e6 ? ['project_manager', 'project_engineer'] : ['project_manager'],
      day,
    },
    {
      user: random.pick(staff.of('superintendent')),
      roles: random.chance(0.2) ? ['superintendent', 'safety_manager'] : ['superintendent'],
      day,
    },
    ...(amount > 3e6
      ? [{ user: random.pick(staff.of('project_engineer')), roles: ['project_engineer'] as const, day }]
      : []),
  ];
}

function joining(staff: Staff, project: Project, { user, roles, day }: Place, number: number): Deed[] {
  const name = `project_team_memberships/${project.name}/${number}`;
  // The firm sets up teams in its Friday meeting.
  const friday = weekdayFrom(day, [5]);
  return [
    {
      ...staff.at('teams', friday),
      action: 'create',
      name,
      values: {},
      links: { user_id: user, project_id: project.name },
    },
    ...roles.map(
      (role): Deed => ({
        ...{ ...staff.at('roles', friday), action: 'create', values: { role } },
        ...{
          name: `project_team_roles/${project.name}/${number}/${role}`,
          links: { project_team_membership_id: name },
        },
      }),
    ),
  ];
}
