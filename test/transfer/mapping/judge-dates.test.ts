import { expect, test } from 'vitest';
import { mistakes } from './support.ts';

const placesOf = (step: unknown): string[] =>
  mistakes({ columns: [{ from: ['A'], to: 'name', transform: [step] }] }, { columns: ['A'] }).map(
    ({ pointer, code }) => `${pointer?.replace('/import/mapping/columns/0/transform/0', '')} ${code}`,
  );

test('one pattern and a list of patterns are valid', () => {
  expect(placesOf({ date: 'M/d/yyyy' })).toEqual([]);
  expect(placesOf({ date: ['M/d/yyyy', 'd-MMM-yy h:mm a'] })).toEqual([]);
});

test('each wrong pattern of a list is told at its place', () => {
  expect(placesOf({ date: ['MM/yyyy', 'M/d/yyyy', 'd/M/YYYY'] })).toEqual([
    '/date/0 invalid_format',
    '/date/2 invalid_format',
  ]);
  expect(placesOf({ date: ['M/d/yyyy', 7, ''] })).toEqual(['/date/1 wrong_type', '/date/2 too_short']);
  expect(placesOf({ date: [] })).toEqual(['/date required']);
  expect(placesOf({ date: 7 })).toEqual(['/date wrong_type']);
});

test('the words that are blank are a list of texts', () => {
  expect(placesOf({ blank_words: ['TBD'] })).toEqual([]);
  expect(placesOf({ blank_words: [] })).toEqual(['/blank_words required']);
  expect(placesOf({ blank_words: ['TBD', ''] })).toEqual(['/blank_words/1 too_short']);
  expect(placesOf({ blank_words: 'TBD' })).toEqual(['/blank_words wrong_type']);
});
