import { type Post, posts, roleOf, firstNames, lastNames } from './data/people.ts';
import type { Deed, Name } from './deed.ts';
import type { Day } from './days.ts';
import type { Random } from './random.ts';
import type { Setting } from './setting.ts';

interface Person {
  readonly name: Name;
  readonly post: Post;
}

/** The people of the firm. */
export interface Staff {
  readonly deeds: readonly Deed[];
  /** The people in any of the posts. */
  readonly of: (...posts: readonly Post[]) => readonly Name[];
  /** The time and the person of a desk's work on a day. */
  readonly at: (desk: Desk, day: Day) => { readonly at: number; readonly by: Name };
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
  task_lists: [780, ['coordinator', 'estimator']],
  tasks: [790, ['coordinator', 'estimator', 'chief_estimator']],
  morning_calls: [705, ['business_development', 'estimator', 'preconstruction_manager']],
  afternoon_calls: [905, ['business_development', 'estimator', 'project_manager']],
  moves: [965, office],
  completions: [1010, office],
  archivals: [1020, ['business_development', 'preconstruction_manager']],
} as const satisfies Record<string, readonly [minute: number, posts: readonly Post[]]>;

/** @param setting with 3,000 projects gives forty people; a smaller one gives at least twelve. */
export function hire(setting: Setting): Staff {
  const people = posts
    .slice(0, setting.scaled(posts.length, 12))
    .map((post, index): Person => ({ name: `users/${index + 1}`, post }));
  const of = (...wanted: readonly Post[]): Name[] =>
    people.filter(({ post }) => wanted.includes(post)).map(({ name }) => name);
  const known = new Map<string, ReturnType<Staff['at']>>();
  const workOf: Staff['at'] = (desk, day) => {
    const [minute, who] = desks[desk];
    const random = setting.randomOf('desk', desk, day);
    // All desks of a day have the same delay, so that their order stays.
    const delay = setting.randomOf('delay', day).between(0, 10);
    return { at: Math.round(setting.instantOf(day, minute + delay) / 1000) * 1000, by: random.pick(of(...who)) };
  };
  return {
    deeds: deedsOf(setting, people),
    of,
    at(desk, day) {
      const key = `${desk} ${day}`;
      const work = known.get(key) ?? workOf(desk, day);
      known.set(key, work);
      return work;
    },
  };
}

function deedsOf(setting: Setting, people: readonly Person[]): Deed[] {
  const random = setting.randomOf('staff');
  const taken = new Set<string>();
  return people.map(({ name, post }) => {
    const [first, last] = newName(random, taken);
    return {
      ...{ at: setting.instantOf(setting.firstDay, 450), by: 'users/admin', action: 'create', name, links: {} },
      values: {
        ...{ first_name: first, last_name: last, role: roleOf(post) },
        email: `${first}.${last}@caprock-builders.example`.toLowerCase(),
      },
    };
  });
}

function newName(random: Random, taken: Set<string>): [first: string, last: string] {
  for (;;) {
    const [first, last] = [random.pick(firstNames), random.pick(lastNames)];
    if (taken.has(first) || taken.has(last)) continue;
    taken.add(first).add(last);
    return [first, last];
  }
}
