import type { FeedBid } from '../../records/feeds/feed-bids.ts';
import type { FeedReader } from '../../records/feeds/feed-reader.ts';
import { mapInTurns } from '../../records/turns.ts';
import { component, contentLine, dateValue, instantValue, type Property, textValue } from './icalendar.ts';

/** How often calendars should read a feed. */
const refreshInterval = 'PT15M';

/** The calendar of a feed (RFC 5545, RFC 7986): an event for each bid. */
export async function feedCalendar(
  { feedId, name }: Pick<FeedReader, 'feedId' | 'name'>,
  bids: readonly FeedBid[],
): Promise<string> {
  const title = textValue(name);
  const head = [
    { name: 'VERSION', value: '2.0' },
    { name: 'PRODID', value: '-//Plumbline//Calendar feed//EN' },
    { name: 'CALSCALE', value: 'GREGORIAN' },
    { name: 'METHOD', value: 'PUBLISH' },
    { name: 'NAME', value: title },
    { name: 'X-WR-CALNAME', value: title },
    { name: 'REFRESH-INTERVAL', parameters: { VALUE: 'DURATION' }, value: refreshInterval },
  ];
  const events = await mapInTurns(bids, (bid) => component('VEVENT', eventOf(bid, feedId).map(contentLine)));
  return component('VCALENDAR', [...head.map(contentLine), ...events]);
}

function eventOf(bid: FeedBid, feedId: string): Property[] {
  const changedAt = instantValue(bid.updated_at);
  const place = placeOf(bid.address);
  return [
    { name: 'UID', value: `${bid.id}.${feedId}` },
    { name: 'SEQUENCE', value: String(bid.version - 1) },
    { name: 'DTSTAMP', value: changedAt },
    { name: 'LAST-MODIFIED', value: changedAt },
    ...timesOf(bid),
    { name: 'TRANSP', value: 'TRANSPARENT' },
    { name: 'SUMMARY', value: textValue(`Bid due: ${bid.name}`) },
    ...(place === '' ? [] : [{ name: 'LOCATION', value: textValue(place) }]),
    { name: 'DESCRIPTION', value: textValue(descriptionOf(bid)) },
  ];
}

/** A bid with a time lasts a quarter of an hour, so that calendars show it; one without a time lasts its day. */
function timesOf({ bid_due_date, bid_due_at, bid_due_at_includes_time }: FeedBid): Property[] {
  if (!bid_due_at_includes_time) {
    return [{ name: 'DTSTART', parameters: { VALUE: 'DATE' }, value: dateValue(bid_due_date) }];
  }
  return [
    { name: 'DTSTART', value: instantValue(bid_due_at) },
    { name: 'DURATION', value: 'PT15M' },
  ];
}

/** The address in one line: street, city, state and ZIP, country. */
function placeOf(address: FeedBid['address']): string {
  const { street_address, street_address2, city, state, zip, country } = address ?? {};
  const region = [state, zip].filter(Boolean).join(' ');
  return [street_address, street_address2, city, region, country].filter(Boolean).join(', ');
}

function descriptionOf(bid: FeedBid): string {
  const lines = [
    ['Number', bid.project_number],
    ['Company', bid.company?.name],
    ['Stage', bid.project_stage.name],
    ['Assignee', bid.assigned_to?.name],
  ].flatMap(([label, value]) => (value ? [`${label}: ${value}`] : []));
  return [...lines, bid.submitted_at === null ? 'Not submitted' : 'Submitted'].join('\n');
}
