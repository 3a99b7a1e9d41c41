import {
  type CalendarFeed,
  createCalendarFeed,
  deleteCalendarFeed,
  type NewCalendarFeed,
  readCalendarFeed,
  readCalendarFeeds,
} from '../../../records/feeds/calendar-feeds.ts';
import type { VersionedValue } from '../../../records/results.ts';
import { schemaReference, wrapped, wrappedList } from '../../../schema/record-schemas.ts';
import { type Answer, madeAnswer, noContent, versionedAnswer } from '../../contract/answer.ts';
import { namedBy, type Operation, type OperationDependencies } from '../../contract/operation.ts';
import { answerChange } from '../../request/answer-change.ts';
import { windowParameters } from '../list-parameters.ts';
import { valuesAnswer, wishOf } from '../listing.ts';

/** Every role may read, so every role may have feeds. */
const ofFeeds = { tag: 'calendar_feeds', scope: 'read', query: [] } as const;

const wrapper = 'calendar_feed';
const path = '/calendar_feeds';
const onePath = '/calendar_feeds/{id}';

const shown = (feed: VersionedValue<CalendarFeed>): Answer => versionedAnswer(wrapper, feed);

const made = (feed: VersionedValue<NewCalendarFeed>): Answer => ({
  ...madeAnswer(path, feed.value.id, shown(feed)),
  secret: true,
});

const listFeeds = (): Operation => ({
  ...ofFeeds,
  id: 'listCalendarFeeds',
  method: 'GET',
  path,
  summary: 'List your own calendar feeds',
  query: windowParameters,
  status: 200,
  response: wrappedList('calendar_feeds', 'CalendarFeed', 'The feeds of this page.'),
  handle: async (request) => {
    const page = await readCalendarFeeds(request.context, wishOf(request));
    return valuesAnswer('calendar_feeds', page, request);
  },
});

const createFeed = ({ validator }: OperationDependencies): Operation => ({
  ...ofFeeds,
  id: 'createCalendarFeed',
  method: 'POST',
  path,
  summary: 'Create a calendar feed; only this answer shows its address',
  explanation:
    'A calendar program subscribes to the address and shows the open projects that meet the query, on the days on which ' +
    'their bids are due. You have up to 20 feeds; the next one is 409 `conflict`. A feed that a token creates expires ' +
    'with the token.',
  ofOneself: 'only',
  request: wrapped(wrapper, schemaReference('CalendarFeedCreate')),
  status: 201,
  response: wrapped(wrapper, schemaReference('CalendarFeedMade')),
  handle: (request) => {
    const asked = validator.judgeAs('CalendarFeedCreate', wrapper, request.body);
    const urlOf = (secret: string): string => `${request.serviceUrl}/feeds/${secret}.ics`;
    return answerChange(request, made, (context) => createCalendarFeed(context, asked, urlOf));
  },
});

const showFeed = (): Operation => ({
  ...ofFeeds,
  id: 'showCalendarFeed',
  method: 'GET',
  path: onePath,
  summary: 'Show one of your calendar feeds, without its address',
  status: 200,
  response: wrapped(wrapper, schemaReference('CalendarFeed')),
  handle: async ({ context, path: { id = '' } }) => shown(await readCalendarFeed(context, id)),
});

const deleteFeed = (): Operation => ({
  ...ofFeeds,
  id: 'deleteCalendarFeed',
  method: 'DELETE',
  path: onePath,
  summary: 'Delete one of your calendar feeds; the next request of its address is 404',
  ofOneself: 'only',
  status: 204,
  handle: (request) => answerChange(request, noContent, (context) => deleteCalendarFeed(context, namedBy(request))),
});

/** Creates, lists, shows and deletes the calendar feeds of the acting user. */
export const feedOperations = (dependencies: OperationDependencies): Operation[] => [
  listFeeds(),
  createFeed(dependencies),
  showFeed(),
  deleteFeed(),
];
