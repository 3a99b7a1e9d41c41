import { mostMentioned, type notes } from '../resources/notes.ts';
import type { Problem } from '../refusal.ts';
import { isSame, isUnknown, isWritten } from './input.ts';
import type { Change, Rule, RuleContext } from './rule.ts';

/**
 * The link by which a text mentions a user: `[@Ann Ray](user:7)`. The name may have brackets, in pairs or escaped. The
 * first alternative passes over escaped characters, such as the bracket of a link that is only text.
 */
const mention = /\\.|\[@(?:[^[\]\\\n]|\\.|\[(?:[^[\]\\\n]|\\.)*\])+\]\(user:(\d+)\)/g;

/** The ids of the users whom a text mentions, each once, in the order of the first mention. */
export const mentionedIn = (text: string): readonly string[] => [
  ...new Set(Array.from(text.matchAll(mention)).flatMap(([, id]) => id ?? [])),
];

/**
 * `mentioned_users` are the users whom the text mentions. A change can add mentions of active users only. Those that the
 * note already has stay valid, and those of an earlier version come back with it.
 */
export const mentionUsers: Rule<typeof notes> = (change, context) => {
  const { text, mentioned_user_ids: stored } = change.after;
  if (!isWritten(change) || isUnknown(change, ['text'])) return {};
  const ids = mentionedIn(text ?? '');
  const problems = problemsOf(change, ids, context);
  if (problems.length > 0) return { problems };
  return isSame(ids, stored) ? {} : { set: { mentioned_user_ids: ids } };
};

function problemsOf(
  { before, input, reversion }: Change<typeof notes>,
  ids: readonly string[],
  context: RuleContext,
): Problem[] {
  if (input.text === undefined || reversion) return [];
  if (ids.length > mostMentioned) {
    return [{ pointer: '/text', code: 'too_many', message: `must mention at most ${mostMentioned} users` }];
  }
  const users = context.entries('users');
  const known = new Set(before?.mentioned_user_ids);
  const unknown = ids.find((id) => !known.has(id) && users.get(id)?.deleted_at !== null);
  if (unknown === undefined) return [];
  const message = `mentions ${unknown}, which is not the id of one of the account's users`;
  return [{ pointer: '/text', code: 'invalid_reference', message }];
}
