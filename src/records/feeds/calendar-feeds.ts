import { questionProblems } from '../../domain/saved-question.ts';
import { type Problem, Refusal, refuseFaulty } from '../../refusal.ts';
import { resourceOf } from '../../resources/index.ts';
import { calendarFeeds } from '../../resources/managed/calendar-feeds.ts';
import type { EmbeddedUser, SecretOf, ShownObject } from '../../resources/record-types.ts';
import type { JudgedBody } from '../../schema/validator.ts';
import type { Queryable } from '../../database/engine.ts';
import { countFeeds, endFeed, insertFeed, type NewFeed, type StoredFeed } from '../../store/access/calendar-feeds.ts';
import { findObject, objectsOf } from '../../store/access/managed-objects.ts';
import type { ListPage, PageRequest } from '../../store/query/page.ts';
import { lockRecord } from '../../store/write/lock-records.ts';
import { auditedChange, fieldsMade, newValues, refuseOtherVersion, shownObject } from '../changing/audited-change.ts';
import { withFreshDirectory } from '../fresh-directory.ts';
import { readNewestShown } from '../reading/newest.ts';
import { embeddedUser } from '../reading/renderer.ts';
import type { ChangeContext, RequestContext, StoreContext } from '../request-context.ts';
import type { ChangeOutcome, NamedObject, VersionedValue } from '../results.ts';
import { refuseOauthClient } from '../rights.ts';
import { feedQuestion } from './feed-question.ts';

const resource = calendarFeeds.plural;

/** A feed is created and deleted, but never changed. */
const onlyVersion = 1;

/** A feed as the API shows it. */
export type CalendarFeed = ShownObject<typeof calendarFeeds, EmbeddedUser>;

/** A new feed with its address, which is shown only once. */
export type NewCalendarFeed = CalendarFeed & SecretOf<typeof calendarFeeds>;

const shown = ({ directory }: RequestContext, feed: StoredFeed): CalendarFeed =>
  shownObject(calendarFeeds, feed, { user: embeddedUser(directory, feed.user_id) });

/** The acting user's feeds, the newest first. */
export function readCalendarFeeds(context: StoreContext, pageRequest: PageRequest): Promise<ListPage<CalendarFeed>> {
  const { accountId, userId } = context.actor;
  return readNewestShown(context, objectsOf(calendarFeeds, accountId, userId), pageRequest, shown);
}

/** @throws {Refusal} `not_found`, also for the feed of another user. */
async function findOwn(
  engine: Queryable,
  { actor: { accountId, userId } }: RequestContext,
  id: string,
  lock: '' | 'for update' = '',
): Promise<StoredFeed> {
  const feed = await findObject(engine, calendarFeeds, { accountId, id }, lock);
  if (feed?.user_id === userId) return feed;
  throw new Refusal('not_found', `You have no calendar feed ${id}.`);
}

/** One feed of the acting user. */
export async function readCalendarFeed(context: StoreContext, id: string): Promise<VersionedValue<CalendarFeed>> {
  const feed = await findOwn(context.store.engine, context, id);
  return await withFreshDirectory(context, async (fresh) => ({ version: onlyVersion, value: shown(fresh, feed) }));
}

/** The limit of feeds of a user. */
const mostFeeds = 20;

/** @throws {Refusal} `conflict` if the user, whom the caller has locked, has the maximum number of feeds. */
async function refuseTooMany(transaction: Queryable, { actor, at }: RequestContext): Promise<void> {
  if ((await countFeeds(transaction, actor, at)) < mostFeeds) return;
  throw new Refusal('conflict', `You already have ${mostFeeds} calendar feeds, the maximum. Delete one first.`);
}

/**
 * Locks the acting user, as a deactivation does, which ends all feeds of that moment. The lock also keeps two changes
 * from counting the user's feeds at once.
 */
async function lockUser(transaction: Queryable, { actor }: RequestContext): Promise<void> {
  const one = { accountId: actor.accountId, id: actor.userId };
  if ((await lockRecord(transaction, resourceOf('users'), one, 'no key update')) === null) return;
  throw new Refusal('unauthenticated', 'The user of this credential is deactivated.');
}

function questionFaults({ directory }: RequestContext, query: string | null): Problem[] {
  if (query === null) return [];
  return questionProblems(feedQuestion(query, directory).problems, '/calendar_feed/query');
}

/**
 * Creates a feed of the acting user. Its address is shown only once. It expires with the credential of the request.
 * @param urlOf makes the address from the secret.
 */
export async function createCalendarFeed(
  context: ChangeContext<VersionedValue<NewCalendarFeed>>,
  asked: JudgedBody,
  urlOf: (secret: string) => string,
): Promise<ChangeOutcome<VersionedValue<NewCalendarFeed>>> {
  const { actor, at } = context;
  refuseOauthClient(actor);
  const given = newValues(calendarFeeds, asked.fields) as Pick<NewFeed, 'name' | 'query'>;
  refuseFaulty([...asked.problems, ...questionFaults(context, given.query)]);
  return await auditedChange(context, async (transaction) => {
    await lockUser(transaction, context);
    await refuseTooMany(transaction, context);
    const fields = { ...given, user_id: actor.userId, expires_at: actor.tokenExpiresAt ?? null };
    const { feed, secret } = await insertFeed(transaction, { accountId: actor.accountId, given: fields }, at);
    return {
      value: { version: onlyVersion, value: { ...shown(context, feed), url: urlOf(secret) } },
      entry: { resource, id: feed.id, version: onlyVersion, action: 'create', fields: fieldsMade(fields) },
    };
  });
}

/** Deletes a feed of the acting user. Every node refuses the next request of its address. */
export const deleteCalendarFeed = (
  context: ChangeContext<void>,
  { id, versions }: NamedObject,
): Promise<ChangeOutcome<void>> =>
  auditedChange(context, async (transaction) => {
    const feed = await findOwn(transaction, context, id, 'for update');
    refuseOtherVersion(versions, onlyVersion, 'calendar feed');
    await endFeed(transaction, { accountId: context.actor.accountId, id: feed.id }, context.at);
    const entry = { resource, id: feed.id, version: onlyVersion + 1, action: 'delete', fields: {} } as const;
    return { value: undefined, entry };
  });
