import { expect, test } from 'vitest';
import { isLoopback, readLink, withOwner } from '../../../src/web/data/link-owner.ts';

test('a link names its person and firm after the secret', () => {
  const owner = { email: 'jo+bids@granite.example', firm: 'Granite & Sons' };
  const url = withOwner('https://crm.example/set-password#plbl_x1', owner);
  expect(readLink(new URL(url).hash.slice(1))).toEqual({ secret: 'plbl_x1', owner });
});

test('a link of the command line has the secret alone', () => {
  expect(readLink('plbl_x1')).toEqual({ secret: 'plbl_x1', owner: null });
});

test.each([
  ['http://localhost:4000/set-password', true],
  ['http://127.0.0.1:4000/set-password', true],
  ['http://[::1]:4000/set-password', true],
  ['http://192.168.1.7:4000/set-password', false],
  ['https://crm.example/set-password', false],
])('%s works only on its own machine: %s', (url, expected) => {
  expect(isLoopback(url)).toBe(expected);
});
