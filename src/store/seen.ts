import type { Resource } from '../resources/resource.ts';

/**
 * Which records of a personal resource a user sees, as conditions over its table and the parameter that they name:
 * none for what the whole account sees.
 * @param parameter the number of the parameter, the user's id.
 */
export const seenBy = (
  { personal }: Resource,
  userId: string,
  parameter: number,
): { conditions: string[]; parameters: string[] } =>
  personal
    ? { conditions: [`(shared or created_by_id = $${parameter}::bigint)`], parameters: [userId] }
    : { conditions: [], parameters: [] };
