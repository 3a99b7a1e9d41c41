import { resourceOf } from '../resources/index.ts';
import type { Row, Value } from '../resources/resource.ts';
import type { Queryable } from '../store/engine.ts';
import type { Store } from '../store/store.ts';
import type { Answer, Call } from './call.ts';
import { isId } from './references.ts';
import { showing } from './shown.ts';
import { changeTogether, outcomesOf } from './together.ts';
import type { Action, Item, Outcome } from './work.ts';

const memberships = resourceOf('project_team_memberships');
const roles = resourceOf('project_team_roles');

/** Writes the answer to a change of one membership. */
type AnswerTo = (outcomes: readonly Outcome[]) => Answer;

/** Makes a membership with its roles, each of them a record of its own: all or nothing. */
export const createMembership = (store: Store, call: Call, item: Item, answer: AnswerTo): Promise<Answer> =>
  changeTogether(store, call, async (transaction, fresh) => {
    const { roles: named, ...given } = item.given;
    const [made] = await outcomesOf(transaction, fresh, work('create', [{ ...item, given }]));
    const items = ((named ?? []) as readonly string[]).map((role, index) => ({
      ...{ pointer: `${item.pointer}/roles/${index}`, id: null, problems: [] },
      given: { role, project_team_membership_id: made?.row.id ?? '' },
    }));
    return answer(withRoles(fresh, made, await changeRoles(transaction, fresh, 'create', items)));
  });

/** Deletes a membership and the roles that it has. */
export const deleteMembership = (store: Store, call: Call, item: Item): Promise<Answer> =>
  changeTogether(store, call, async (transaction, fresh) => {
    await outcomesOf(transaction, fresh, work('delete', [item]));
    await changeRoles(transaction, fresh, 'delete', await rolesOf(transaction, fresh, item, null));
    return { status: 204 };
  });

/** Restores a membership with the roles that were deleted with it. */
export const restoreMembership = (store: Store, call: Call, item: Item, answer: AnswerTo): Promise<Answer> =>
  changeTogether(store, call, async (transaction, fresh) => {
    const deletedAt = await deletionOf(transaction, fresh, item);
    const [restored] = await outcomesOf(transaction, fresh, work('restore', [item]));
    const lost = await rolesOf(transaction, fresh, item, deletedAt);
    return answer(withRoles(fresh, restored, await changeRoles(transaction, fresh, 'restore', lost)));
  });

const work = (action: Action, items: readonly Item[]) => ({ resource: memberships, action, items });

async function changeRoles(transaction: Queryable, call: Call, action: Action, items: readonly Item[]) {
  return items.length === 0 ? [] : await outcomesOf(transaction, call, { resource: roles, action, items });
}

/** A membership with those of its roles that it had before and those that came with the change. */
function withRoles({ directory, at }: Call, made: Outcome | undefined, added: readonly Outcome[]): Outcome[] {
  if (!made) return [];
  const before = (made.row['roles'] ?? []) as unknown as readonly Row[];
  const held = [...before, ...added.map(({ row }) => row)].sort((one, other) => Number(one.id) - Number(other.id));
  const row: Row = { ...made.row, roles: held as unknown as Value };
  return [{ ...made, row, json: showing({ resource: memberships }, directory, at)(row) }];
}

/** When a membership was deleted, held until the end; the change itself judges one that is live or is not there. */
async function deletionOf(transaction: Queryable, call: Call, { id }: Item): Promise<string | null> {
  if (!isId(id)) return null;
  const [found] = await transaction.query<{ deleted_at: string | null }>(
    `select deleted_at from project_team_memberships where account_id = $1::bigint and id = $2::bigint for update`,
    [call.actor.accountId, id],
  );
  return found?.deleted_at ?? null;
}

/** The roles of a membership that were deleted at one instant, held until the end; with `null` those that are live. */
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
