import { resourceOf } from '../../resources/index.ts';
import type { Row, Value } from '../../resources/resource.ts';
import type { Queryable } from '../../database/engine.ts';
import { lockOwned, lockRecord } from '../../store/write/lock-records.ts';
import type { RequestContext, ChangeContext } from '../request-context.ts';
import { isId } from '../../resources/vocabulary/formats.ts';
import type { ChangeOutcome, RenderedRecord } from '../results.ts';
import { rendered } from '../reading/renderer.ts';
import { changeOneWithin, changeWithin, compoundChange } from '../changing/change.ts';
import type { Action, ChangedRecord, Item, SingleChange } from '../changing/change-set.ts';

const memberships = resourceOf('project_team_memberships');
const roles = resourceOf('project_team_roles');

/** Creates a membership with its roles, each role as its own record, all or nothing. */
export const createMembership = (
  context: ChangeContext<RenderedRecord>,
  item: Item,
): Promise<ChangeOutcome<RenderedRecord>> =>
  compoundChange(context, async (transaction, fresh) => {
    const { roles: named, ...input } = item.input;
    const made = await changeOneWithin(transaction, fresh, membershipChange('create', { ...item, input }));
    const items = ((named ?? []) as readonly string[]).map((role, index) => ({
      pointer: `${item.pointer}/roles/${index}`,
      id: null,
      problems: [],
      input: { role, project_team_membership_id: made.id },
    }));
    return withRoles(fresh, made, await changeRoles(transaction, fresh, 'create', items));
  });

/** Deletes a membership and its roles. */
export const deleteMembership = (context: ChangeContext<void>, item: Item): Promise<ChangeOutcome<void>> =>
  compoundChange(context, async (transaction, fresh) => {
    await changeOneWithin(transaction, fresh, membershipChange('delete', item));
    await changeRoles(transaction, fresh, 'delete', await rolesOf(transaction, fresh, item, null));
  });

/** Restores a membership with the roles that were deleted with it. */
export const restoreMembership = (
  context: ChangeContext<RenderedRecord>,
  item: Item,
): Promise<ChangeOutcome<RenderedRecord>> =>
  compoundChange(context, async (transaction, fresh) => {
    const deletedAt = await deletionOf(transaction, fresh, item);
    const restored = await changeOneWithin(transaction, fresh, membershipChange('restore', item));
    const lost = await rolesOf(transaction, fresh, item, deletedAt);
    return withRoles(fresh, restored, await changeRoles(transaction, fresh, 'restore', lost));
  });

const membershipChange = (action: Action, item: Item): SingleChange => ({ resource: memberships, action, item });

async function changeRoles(transaction: Queryable, context: RequestContext, action: Action, items: readonly Item[]) {
  return items.length === 0 ? [] : await changeWithin(transaction, context, { resource: roles, action, items });
}

/** A membership with its earlier roles and the roles that the change added. */
function withRoles(
  context: RequestContext,
  { row, ignored }: ChangedRecord,
  added: readonly ChangedRecord[],
): RenderedRecord {
  const before = (row['roles'] ?? []) as unknown as readonly Row[];
  const held = [...before, ...added.map((role) => role.row)].sort((one, other) => Number(one.id) - Number(other.id));
  const record = rendered(memberships, { ...row, roles: held as unknown as Value }, context);
  return ignored ? { ...record, ignored } : record;
}

/** The deletion time of a membership, which is locked. The change itself refuses one that is live or missing. */
async function deletionOf(transaction: Queryable, { actor }: RequestContext, { id }: Item): Promise<string | null> {
  if (!isId(id)) return null;
  return (await lockRecord(transaction, memberships, { accountId: actor.accountId, id }, 'update')) ?? null;
}

/** Locks the roles of a membership that were deleted at one instant, or the live ones if the instant is `null`. */
async function rolesOf(
  transaction: Queryable,
  { actor: { accountId } }: RequestContext,
  { id, pointer }: Item,
  deletedAt: string | null,
): Promise<Item[]> {
  const owner = { accountId, column: 'project_team_membership_id', id };
  const found = await lockOwned(transaction, roles, owner, deletedAt);
  return found.map((role) => ({ pointer, id: role, input: {}, problems: [] }));
}
