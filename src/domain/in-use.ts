import { Refusal } from '../refusal.ts';
import type { Rule } from './rule.ts';

/** Refuses to delete an entry that records refer to: they would show a choice that a client can no longer choose. */
export const keepWhileUsed: Rule = (change, context) => {
  if (change.action !== 'delete' || change.before === null) return {};
  const uses = context.referrerCountOf(change.before.id);
  return uses > 0 ? { refusal: inUse(uses, 'deleted') } : {};
};

/** The refusal of a change to an entry in use, with the number of records and the way to resolve it. */
export function inUse(uses: number, fate: string): Refusal {
  const [records, them] = uses === 1 ? ['1 record uses', 'that record'] : [`${uses} records use`, 'those records'];
  const detail = `${records} this entry, so it cannot be ${fate}. Move ${them} to another entry first${fate === 'deleted' ? ', or delete with ?replace_with=<id>' : ''}.`;
  return new Refusal('in_use', detail, { members: { uses } });
}
