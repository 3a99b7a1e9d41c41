import { Refusal } from '../../refusal.ts';
import type { Row } from '../../resources/resource.ts';
import { jsonBytes } from '../../store/rows/json-bytes.ts';
import type { ChangeSession } from './change-set.ts';

/**
 * Every process keeps the small records of an account in memory, so their number and size are limited.
 * @throws {Refusal} `conflict` if a new or longer entry exceeds a limit.
 */
export function refuseFull(
  { changeSet: { resource, action }, directory }: ChangeSession,
  before: Row | null,
  row: Row,
): void {
  if (resource.kept !== 'directory' || (action !== 'create' && action !== 'update')) return;
  const { entries, bytes } = directory.limits;
  const words = resource.plural.replaceAll('_', ' ');
  if (!before && directory.entries(resource.plural).size >= entries) {
    throw new Refusal('conflict', `The account has ${entries} ${words}, deleted ones included, which is the maximum.`);
  }
  const growth = jsonBytes(row) - jsonBytes(before);
  if (growth <= 0 || directory.bytes + growth <= bytes) return;
  const most = `${bytes} bytes of users, lists and custom fields, deleted ones included`;
  throw new Refusal('conflict', `The account may have at most ${most}.`);
}
