import type { UserRole } from '../../resources/vocabulary/choices.ts';

/** A post in the firm. */
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

/** The posts of the firm's people. Every firm has the first twelve. */
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

/** The role of a post: accountants are viewers; principals and chief estimators are admins, who may set up lists. */
export function roleOf(post: Post): UserRole {
  if (post === 'accountant') return 'viewer';
  return post === 'principal' || post === 'chief_estimator' ? 'admin' : 'member';
}
