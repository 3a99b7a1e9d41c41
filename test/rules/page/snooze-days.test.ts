import { expect, test } from 'vitest';
import { snoozeDays } from '../../../src/web/leads/snooze-days.ts';

const named = (today: string) => Object.fromEntries(snoozeDays(today).map(({ name, day }) => [name, day]));

test('a lead sleeps until tomorrow, Monday, next week or next month', () => {
  expect(named('2026-12-09')).toEqual({
    Tomorrow: '2026-12-10',
    Monday: '2026-12-14',
    'Next week': '2026-12-16',
    'Next month': '2027-01-01',
  });
});

test('on a Sunday, Monday is tomorrow', () => {
  expect(named('2026-11-29')).toEqual({
    Tomorrow: '2026-11-30',
    'Next week': '2026-12-06',
    'Next month': '2026-12-01',
  });
});

test('on a Monday, the next one is next week', () => {
  expect(Object.keys(named('2026-11-30'))).toEqual(['Tomorrow', 'Next week', 'Next month']);
});
