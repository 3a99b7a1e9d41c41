import type { UserRole } from '../resources/vocabulary/choices.ts';
import { pick } from './chance.ts';
import type { Deed, Name } from './deed.ts';
import type { Post } from './record.ts';
import type { FirmSetting } from './setting.ts';
import type { WorkingDay } from './working-days.ts';

/** The people of the firm. */
export interface Staff {
  readonly deeds: readonly Deed[];
  /** One of the people in any of the posts. */
  readonly one: (posts: readonly Post[], drawn: number) => Name;
  /** The time and the person of a desk's work on a day. */
  readonly at: (desk: Desk, day: WorkingDay) => { readonly at: number; readonly by: Name };
}

/** A kind of work with its time of day. A record is created before the records that refer to it. */
export type Desk = keyof typeof desks;

const office: readonly Post[] = ['coordinator', 'estimator', 'preconstruction_manager', 'business_development'];

/** The minute of the day, and the posts that do the work. */
const desks = {
  companies: [490, ['coordinator', 'business_development']],
  contacts: [520, ['coordinator', 'business_development']],
  leads: [550, ['business_development', 'preconstruction_manager']],
  conversions: [580, ['preconstruction_manager', 'chief_estimator']],
  projects: [605, ['coordinator', 'estimator', 'preconstruction_manager']],
  teams: [660, ['preconstruction_manager', 'chief_estimator']],
  roles: [661, ['preconstruction_manager', 'chief_estimator']],
  morning_calls: [705, ['business_development', 'estimator', 'preconstruction_manager']],
  task_lists: [780, ['coordinator', 'estimator']],
  tasks: [790, ['coordinator', 'estimator', 'chief_estimator']],
  afternoon_calls: [905, ['business_development', 'estimator', 'project_manager']],
  notes: [945, ['estimator', 'business_development', 'preconstruction_manager']],
  files: [955, ['estimator', 'coordinator', 'project_engineer']],
  moves: [965, office],
  completions: [1010, office],
  remaining_work: [1015, ['project_manager', 'senior_project_manager']],
  lead_decisions: [1020, ['business_development', 'preconstruction_manager']],
} as const satisfies Record<string, readonly [minute: number, posts: readonly Post[]]>;

/** @param setting with 3,000 projects gives forty people; a smaller one gives at least twelve. */
export function staffOf(setting: FirmSetting): Staff {
  const { record, days, draw, scaled } = setting;
  const posts = record.posts.slice(0, scaled(record.posts.length, 12));
  const holders = (wanted: readonly Post[]): Name[] =>
    posts.flatMap((post, index) => (wanted.includes(post) ? [`users/${index + 1}`] : []));
  const known = new Map<string, Name[]>();
  const one: Staff['one'] = (wanted, drawn) => {
    const key = wanted.join();
    const names = known.get(key) ?? holders(wanted);
    known.set(key, names);
    return pick(names, drawn);
  };
  const work = new Map<string, ReturnType<Staff['at']>>();
  const workOf: Staff['at'] = (desk, day) => {
    const [minute, wanted] = desks[desk];
    // All desks of a day have the same delay, so that their order stays.
    const seconds = Math.floor(draw('delay', day) * 600);
    return { at: days.instantOf(day, minute) + seconds * 1000, by: one(wanted, draw('desk', desk, day)) };
  };
  const at: Staff['at'] = (desk, day) => {
    const key = `${desk} ${day}`;
    const found = work.get(key) ?? workOf(desk, day);
    work.set(key, found);
    return found;
  };
  return { deeds: posts.map((post, index) => userDeed(setting, post, index)), one, at };
}

/** Steps that have no factor in common with the numbers of names give each person names of their own. */
function userDeed({ record, days, draw }: FirmSetting, post: Post, index: number): Deed {
  const name = (names: readonly string[], step: number): string =>
    names[Math.floor(draw('staff') * names.length + index * step) % names.length] ?? '';
  const [first, last] = [name(record.first_names, 37), name(record.last_names, 41)];
  const email = `${first}.${last}@caprock-builders.example`.toLowerCase();
  return {
    at: days.instantOf(days.first, 450),
    by: 'users/admin',
    action: 'create',
    name: `users/${index + 1}`,
    values: { first_name: first, last_name: last, role: roleOf(post), email },
    links: {},
  };
}

/** Accountants are viewers; principals and chief estimators are admins, who may set up lists. */
function roleOf(post: Post): UserRole {
  if (post === 'accountant') return 'viewer';
  return post === 'principal' || post === 'chief_estimator' ? 'admin' : 'member';
}
