import { dateTime, reference, text } from '../fields.ts';
import type { ManagedObject } from './managed-object.ts';

/** The calendars of bids that users subscribe to. A feed is created and deleted, but never changed. */
export const calendarFeeds = {
  singular: 'calendar_feed',
  plural: 'calendar_feeds',
  words: {
    shown: 'A calendar feed, without its address.',
    made: 'A new calendar feed with its address.',
    create: 'The fields of a new calendar feed.',
  },
  standing: ['deleted_at'],
  secret: { column: 'hash', type: 'bytea' },
  fields: {
    name: text({ required: true, description: 'The name of the feed, which calendars show.' }),
    query: text({
      maxLength: 2048,
      description:
        'The filters of the list of projects that the feed follows, without the question mark: `assigned_to_id=me`; ' +
        '`null` for all open projects.',
      asked:
        'The filters of the list of projects that the feed follows, as a request sends them, without the question mark: ' +
        '`assigned_to_id=me&division_id=2`. The list must accept them. Parameters of the page, the order and the keys ' +
        'have no effect. `null`, an empty text or an absent field means all open projects.',
    }),
    user: reference('users', {
      readOnly: true,
      filled: true,
      description: 'The user whose feed it is. `me` in the query means this user.',
    }),
    expires_at: dateTime({
      readOnly: true,
      description: 'The time at which the feed expires, with the token that created it; `null` if it does not expire.',
    }),
    url: text({
      secret: true,
      readOnly: true,
      description:
        'The address for calendar programs. Everybody who has it can read the feed. No later answer shows it.',
    }),
  },
} as const satisfies ManagedObject;
