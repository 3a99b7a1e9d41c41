import { Refusal } from '../refusal.ts';
import type { Rule } from './rule.ts';

/** An entry stays while records refer to it: they would show a choice that nobody can choose. */
export const keepWhileUsed: Rule = (change, context) => {
  if (change.action !== 'delete' || change.before === null) return {};
  const uses = context.usesOf(change.before.id);
  return uses > 0 ? { refusal: inUse(uses, 'deleted') } : {};
};

/** Says how many records stand in the way of a change to an entry, and the way out. */
export function inUse(uses: number, fate: string): Refusal {
  const [records, them] = uses === 1 ? ['1 record uses', 'that record'] : [`${uses} records use`, 'those records'];
  const detail = `${records} this entry, so it cannot be ${fate}. Move ${them} to another entry first${fate === 'deleted' ? ', or name one: ?replace_with=<id>' : ''}.`;
  return new Refusal('in_use', detail, { members: { uses } });
}
