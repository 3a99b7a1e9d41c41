import type { Resource } from '../resources/resource.ts';

/**
 * Which records of a personal resource somebody sees, as conditions over its table: their own and those that are shared.
 * None for what the whole account sees. @param user the parameter that holds their id, `$3`.
 */
export const seenBy = ({ personal }: Resource, user: string): string[] =>
  personal ? [`(shared or created_by_id = ${user}::bigint)`] : [];
