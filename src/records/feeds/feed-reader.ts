import type { UserRole } from '../../resources/vocabulary/choices.ts';
import { findFeed } from '../../store/access/calendar-feeds.ts';
import type { Store } from '../../store/store.ts';
import type { Actor, RequestContext } from '../request-context.ts';
import { type FeedQuestion, feedQuestion } from './feed-question.ts';

/** The reader of a feed: its user, who may read what the user may read now. */
export interface FeedReader extends Pick<RequestContext, 'directory'> {
  readonly actor: Actor;
  /** The id of the feed. */
  readonly feedId: string;
  readonly name: string;
  readonly question: FeedQuestion;
}

/**
 * Finds the reader of a feed by the secret of its address.
 * @returns null if nobody may read it: it is unknown, deleted or expired, its user is deactivated, or the list of projects
 * does not accept its query any more.
 */
export async function findFeedReader(store: Store, secret: string, now: Date): Promise<FeedReader | null> {
  const feed = await findFeed(store.engine, secret, now);
  if (!feed) return null;
  const { id: feedId, name, query, account_id: accountId } = feed;
  const directory = await store.directories.at(accountId, feed.directory_version);
  const user = directory.entries('users').get(feed.user_id);
  if (user?.deleted_at !== null) return null;
  const { question, problems } = feedQuestion(query ?? '', directory);
  if (problems.length > 0) return null;
  const role = user['role'] as UserRole;
  const credential = { tokenId: feedId, scopes: ['read'], isFeed: true } as const;
  return {
    actor: { accountId, userId: user.id, role, viaUserId: null, ...credential },
    directory,
    feedId,
    name,
    question,
  };
}
