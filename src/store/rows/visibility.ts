import type { Resource } from '../../resources/resource.ts';

/**
 * The conditions of the records of a personal resource that a user sees: the user's own and shared ones. Empty for a
 * resource that the whole account sees. @param user the placeholder of the user's id, `$3`.
 */
export const visibleTo = ({ personal }: Resource, user: string): string[] =>
  personal ? [`(shared or created_by_id = ${user}::bigint)`] : [];
