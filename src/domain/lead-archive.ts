import type { Problem } from '../refusal.ts';
import { differing, givenValue, isWritten } from './given.ts';
import type { Rule } from './rule.ts';

/** Who archived a lead goes with when: both are set or neither, and the acting user is meant unless another is named. */
export const archiveLead: Rule = (change, context) => {
  if (!isWritten(change)) return {};
  const { archived_at: at = null, archived_by_id: by = null } = change.after;
  const isNamed = typeof givenValue(change, 'archived_by_id') === 'string';
  if (at === null) return isNamed ? { problems: [notArchived] } : { set: differing(change, { archived_by_id: null }) };
  const isNew = (change.before?.['archived_at'] ?? null) === null;
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
