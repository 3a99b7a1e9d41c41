import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TimedEngine } from '../../database/timed-engine.ts';
import { readFeedBids } from '../../records/feeds/feed-bids.ts';
import { type FeedReader, findFeedReader } from '../../records/feeds/feed-reader.ts';
import type { StoreContext } from '../../records/request-context.ts';
import { Refusal } from '../../refusal.ts';
import { databaseTimeOf, type Gate } from '../admission/request-under-way.ts';
import { isHeld } from '../contract/conditions.ts';
import { fingerprint } from '../contract/fixed-answer.ts';
import { type ByteBudget, HeldRoom } from '../request/byte-budget.ts';
import { feedCalendar } from './feed-calendar.ts';

type Feeds = Pick<Gate, 'store' | 'clock' | 'guards'> & {
  /** Bytes of responses that clients have not read yet, by account. */
  readonly answers: ByteBudget;
};

type FeedRequest = FastifyRequest<{ Params: { secret: string } }>;

/** Serves the calendar feeds. The secret in the address is the only credential. */
export function serveFeeds(app: FastifyInstance, by: Feeds): void {
  app.get<{ Params: { secret: string } }>(
    '/feeds/:secret.ics',
    { config: { operationId: 'readCalendarFeed' } },
    async (request, reply) => await answerFeed(request, reply, by),
  );
}

async function answerFeed(request: FeedRequest, reply: FastifyReply, by: Feeds): Promise<FastifyReply> {
  const at = by.clock.now();
  const { secret } = request.params;
  const reader = await by.guards.admitFeed(secret, request.ip, async () =>
    databaseTimeOf(request).during(() => readerOf(by, secret, at)),
  );
  const { actor } = reader;
  request.actor = actor;
  const room = new HeldRoom(by.answers, { accountId: actor.accountId, isChange: false }, reply.raw);
  const context = contextOf(request, { reader, room, at }, by);
  const bids = await readFeedBids(context, reader.question);
  const bytes = Buffer.from(await feedCalendar(reader, bids));
  room.settle(bytes.length);
  const etag = `"${fingerprint(bytes)}"`;
  reply.headers({ etag, 'cache-control': 'private, max-age=300' });
  if (isHeld(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type('text/calendar; charset=utf-8').send(bytes);
}

/** @throws {Refusal} `not_found`, the same for each feed that nobody may read. */
async function readerOf({ store }: Feeds, secret: string, at: Date): Promise<FeedReader> {
  const reader = await findFeedReader(store, secret, at);
  if (reader) return reader;
  throw new Refusal('not_found', 'There is no calendar feed at this address.');
}

interface Reading extends Pick<StoreContext, 'at' | 'room'> {
  readonly reader: FeedReader;
}

function contextOf(request: FeedRequest, { reader, room, at }: Reading, { store }: Feeds): StoreContext {
  const { actor, directory } = reader;
  const engine = new TimedEngine(store.engine, databaseTimeOf(request), { accountId: actor.accountId });
  return { actor, directory, at, room, store: { ...store, engine }, source: 'api', requestId: request.id };
}
