import { expect, test } from 'vitest';
import { nextSize } from '../../src/transfer/imports/apply-rows.ts';

const limits = { first: 20, most: 80, longestMs: 200 };

test.each([
  ['half as many rows after a step that took too long', 20, 201, 10],
  ['at least one row', 1, 1000, 1],
  ['twice as many rows after a short step', 20, 99, 40],
  ['no more rows than the limit', 60, 0, 80],
  ['as many rows after a step of half the time', 20, 100, 20],
  ['as many rows after a step of the whole time', 20, 200, 20],
])('a step of an import applies %s', (_, rows, tookMs, expected) => {
  expect(nextSize(rows, tookMs, limits)).toBe(expected);
});
