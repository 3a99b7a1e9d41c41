import type { UserRole } from '../../resources/choices.ts';

/** What somebody in the firm does. */
export type Post =
  | 'principal'
  | 'preconstruction_manager'
  | 'chief_estimator'
  | 'estimator'
  | 'business_development'
  | 'coordinator'
  | 'senior_project_manager'
  | 'project_manager'
  | 'project_engineer'
  | 'superintendent'
  | 'accountant';

const several = (post: Post, count: number): Post[] => Array.from({ length: count }, () => post);

/** The firm's people. The first twelve are those that no firm can do without. */
export const posts: readonly Post[] = [
  ...(['principal', 'preconstruction_manager', 'chief_estimator', 'estimator', 'estimator'] as const),
  ...(['business_development', 'coordinator', 'senior_project_manager', 'project_manager'] as const),
  ...(['project_engineer', 'superintendent', 'accountant'] as const),
  ...several('estimator', 6),
  ...several('project_manager', 6),
  ...several('superintendent', 5),
  ...several('project_engineer', 3),
  ...several('business_development', 2),
  ...several('preconstruction_manager', 2),
  ...several('senior_project_manager', 2),
  ...several('coordinator', 1),
  ...several('principal', 1),
];

/** Accounting looks on; whoever leads may set the lists up. */
export function roleOf(post: Post): UserRole {
  if (post === 'accountant') return 'viewer';
  return post === 'principal' || post === 'chief_estimator' ? 'admin' : 'member';
}
