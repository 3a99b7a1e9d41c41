import { Refusal } from '../../refusal.ts';
import type { Resource, Row } from '../../resources/resource.ts';
import type { Actor } from '../request-context.ts';
import { notFound } from '../not-found.ts';

/**
 * A personal record belongs to its maker. Once it is shared, everyone sees it, and admins may change it too.
 * @throws {Refusal} `not_found` if the actor does not see the record, `forbidden` if it is only shared with them.
 */
export function refuseForeign(resource: Resource, row: Row, { userId, role }: Actor): void {
  if (!resource.personal || row['created_by_id'] === userId) return;
  if (row['shared'] !== true) throw notFound(resource, row.id);
  if (role === 'admin') return;
  const name = resource.singular.replaceAll('_', ' ');
  throw new Refusal('forbidden', `Only the creator and admins may change this ${name}.`, {
    members: { required_role: 'admin' },
  });
}
