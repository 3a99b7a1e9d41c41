import type { notes } from '../resources/notes.ts';
import type { Problem } from '../refusal.ts';
import { differing, inputValue, isUnknown, isWritten } from './input.ts';
import type { Change, Rule, RuleContext } from './rule.ts';

const day = 86_400_000;

/** `kind` defaults to `note`, and `happened_at` of a new note to now. It is at most 24 hours ahead. */
export const timeNote: Rule<typeof notes> = (change, context) => {
  if (!isWritten(change)) return {};
  const { kind, happened_at: happened } = change.after;
  const isUntimed = change.action === 'create' && happened === null && !isUnknown(change, ['happened_at']);
  return {
    problems: problemsOf(change, context),
    set: differing(change, { kind: kind ?? 'note', happened_at: isUntimed ? context.now : happened }),
  };
};

function problemsOf(change: Change<typeof notes>, { now }: RuleContext): Problem[] {
  const happened = inputValue(change, 'happened_at');
  if (happened === undefined) return [];
  if (happened === null) return [{ pointer: '/happened_at', code: 'required', message: 'must not be empty' }];
  if (Date.parse(happened) <= Date.parse(now) + day) return [];
  const message = 'must be at most 24 hours ahead; create a task for what is still to come';
  return [{ pointer: '/happened_at', code: 'out_of_range', message }];
}
