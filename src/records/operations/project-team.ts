import { resourceOf } from '../../resources/index.ts';
import type { Row, Value } from '../../resources/resource.ts';
import type { Queryable } from '../../database/engine.ts';
import type { Call, ChangeContext } from '../call.ts';
import { isId } from '../ids.ts';
import type { Outcome } from '../outcome.ts';
import type { Rendered } from '../rendered.ts';
import { rendered } from '../reading/shown.ts';
import { changeOneWithin, changeWithin } from '../changing/change.ts';
import { changeTogether } from '../changing/together.ts';
import type { Action, ChangedRecord, Item, OneTask } from '../changing/work.ts';

const memberships = resourceOf('project_team_memberships');
const roles = resourceOf('project_team_roles');

/** Creates a membership with its roles, each role as its own record, all or nothing. */
export const createMembership = (call: ChangeContext<Rendered>, item: Item): Promise<Outcome<Rendered>> =>
  changeTogether(call, async (transaction, fresh) => {
    const { roles: named, ...given } = item.given;
    const made = await changeOneWithin(transaction, fresh, task('create', { ...item, given }));
    const items = ((named ?? []) as readonly string[]).map((role, index) => ({
      ...{ pointer: `${item.pointer}/roles/${index}`, id: null, problems: [] },
      given: { role, project_team_membership_id: made.id },
    }));
    return withRoles(fresh, made, await changeRoles(transaction, fresh, 'create', items));
  });

/** Deletes a membership and its roles. */
export const deleteMembership = (call: ChangeContext<void>, item: Item): Promise<Outcome<void>> =>
  changeTogether(call, async (transaction, fresh) => {
    await changeOneWithin(transaction, fresh, task('delete', item));
    await changeRoles(transaction, fresh, 'delete', await rolesOf(transaction, fresh, item, null));
  });

/** Restores a membership with the roles that were deleted with it. */
export const restoreMembership = (call: ChangeContext<Rendered>, item: Item): Promise<Outcome<Rendered>> =>
  changeTogether(call, async (transaction, fresh) => {
    const deletedAt = await deletionOf(transaction, fresh, item);
    const restored = await changeOneWithin(transaction, fresh, task('restore', item));
    const lost = await rolesOf(transaction, fresh, item, deletedAt);
    return withRoles(fresh, restored, await changeRoles(transaction, fresh, 'restore', lost));
  });

const task = (action: Action, item: Item): OneTask => ({ resource: memberships, action, item });

async function changeRoles(transaction: Queryable, call: Call, action: Action, items: readonly Item[]) {
  return items.length === 0 ? [] : await changeWithin(transaction, call, { resource: roles, action, items });
}

/** A membership with its earlier roles and the roles that the change added. */
function withRoles(call: Call, { row }: ChangedRecord, added: readonly ChangedRecord[]): Rendered {
  const before = (row['roles'] ?? []) as unknown as readonly Row[];
  const held = [...before, ...added.map((role) => role.row)].sort((one, other) => Number(one.id) - Number(other.id));
  return rendered(memberships, { ...row, roles: held as unknown as Value }, call);
}

/** Locks a membership and returns its deletion time. The change itself refuses one that is live or missing. */
async function deletionOf(transaction: Queryable, call: Call, { id }: Item): Promise<string | null> {
  if (!isId(id)) return null;
  const [found] = await transaction.query<{ deleted_at: string | null }>(
    `select deleted_at from project_team_memberships where account_id = $1::bigint and id = $2::bigint for update`,
    [call.actor.accountId, id],
  );
  return found?.deleted_at ?? null;
}

/** Locks the roles of a membership that were deleted at one instant, or the live ones if the instant is `null`. */
async function rolesOf(
  transaction: Queryable,
  call: Call,
  membership: Item,
  deletedAt: string | null,
): Promise<Item[]> {
  const found = await transaction.query<{ id: string }>(
    `select id from project_team_roles
    where account_id = $1::bigint and project_team_membership_id = $2::bigint
      and deleted_at is not distinct from $3::timestamptz
    order by id for update`,
    [call.actor.accountId, membership.id, deletedAt],
  );
  return found.map(({ id }) => ({ pointer: membership.pointer, id, given: {}, problems: [] }));
}
