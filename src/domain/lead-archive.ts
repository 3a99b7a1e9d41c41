import type { Problem } from '../refusal.ts';
import type { leads } from '../resources/leads.ts';
import { differing, inputValue, isWritten } from './input.ts';
import type { Rule } from './rule.ts';

/** `archived_at` and `archived_by_id` are both set or both empty; the user defaults to the acting user. */
export const archiveLead: Rule<typeof leads> = (change, context) => {
  if (!isWritten(change)) return {};
  const { archived_at: at, archived_by_id: by } = change.after;
  const isNamed = typeof inputValue(change, 'archived_by_id') === 'string';
  if (at === null) return isNamed ? { problems: [notArchived] } : { set: differing(change, { archived_by_id: null }) };
  const isNew = (change.before?.archived_at ?? null) === null;
  return {
    set: differing(change, { archived_by_id: by ?? context.userId }),
    events: isNew ? ['lead.archive'] : [],
  };
};

const notArchived: Problem = {
  pointer: '/archived_by_id',
  code: 'not_allowed',
  message: 'must be empty while archived_at is empty',
};
