import { oddTexts } from './odd-values.ts';
import type { Random } from './random.ts';

type Header = readonly [name: string, value: string];

const times = (text: string, count: number): string => text.repeat(count);

/** Values of headers that the service reads, and of some that it does not. */
const oddHeaders: readonly (readonly [name: string, values: readonly string[]])[] = [
  [
    'if-match',
    ['*', '"1"', '1', 'W/"1"', '"-1"', '"1","2"', '"99999999999999999999"', '"', '', '"\u0000"', times('"1",', 2000)],
  ],
  ['if-none-match', ['*', '"1"', 'x', times('"x",', 1000)]],
  ['idempotency-key', ['k', '', ' ', times('k', 255), times('k', 256), 'é', '\u0001', '"', '../x', '🏗']],
  ['plumbline-acting-user', ['1', '0', 'me', '-1', '', '9'.repeat(90), '1,2', 'x', '\u0080']],
  ['prefer', ['count=exact', 'count=', 'COUNT=exact', 'return=minimal, count=exact', times('x=y,', 500), '=']],
  ['last-event-id', ['x', 'msg_', `msg_${times('0', 27)}`, '', times('9', 5000), '\u0000']],
  ['accept', ['text/html', '*/*', '', 'application/xml', ';;;', times('a/b,', 500)]],
  ['accept-encoding', ['gzip', 'br', 'identity;q=0', '*', 'gzip;q=x', '']],
  ['origin', ['null', 'https://evil.example', 'x', '']],
  ['sec-fetch-site', ['cross-site', 'same-origin', 'x']],
  ['cookie', ['plumbline_session=x', `plumbline_session=plbw_${times('a', 43)}`, ';;;', '=', times('a=b;', 800)]],
  ['authorization', ['Bearer', 'Bearer x', 'Basic eDp5', '', 'Bearer a b', `Bearer ${times('x', 9000)}`, 'bearer\tx']],
  ['x-forwarded-for', ['1.2.3.4', '::1', 'x', '1.2.3.4, 5.6.7.8', times('1.1.1.1,', 500)]],
  ['x-forwarded-proto', ['https', 'gopher']],
  ['x-http-method-override', ['DELETE']],
  ['host', ['', 'evil.example', 'a b', '[::1]:99999', times('h', 3000)]],
  ['x-request-id', ['x', '\u0001', times('r', 5000), '"><script>']],
  ['expect', ['100-continue', 'x']],
  ['range', ['bytes=0-1', 'bytes=-1']],
  ['content-encoding', ['gzip', 'identity', 'x']],
  ['upgrade', ['websocket']],
  ['te', ['trailers']],
];

/** Adds headers that are odd, or that are there twice. */
export function oddHead(random: Random, headers: readonly Header[]): Header[] {
  const made = [...headers];
  for (let count = random.pick([1, 1, 2, 4]); count > 0; count -= 1) {
    const [name, values] = random.pick(oddHeaders);
    made.splice(random.below(made.length + 1), 0, [
      name,
      random.isIn(80) ? random.pick(values) : random.pick(headerTexts),
    ]);
  }
  return random.isIn(5) ? [...made, ...many(random.pick([90, 2500]))] : made;
}

/** A line break would begin another header. */
const headerTexts = oddTexts.filter((text) => !/[\r\n]/.test(text));

const many = (count: number): Header[] => Array.from({ length: count }, (_, index) => [`x-${index}`, 'y']);

/** Types of bodies that are not JSON, or say so oddly. */
export const oddTypes: readonly string[] = [
  ...['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data', ''],
  ...['application/json; charset=utf-16', 'application/json;', 'APPLICATION/JSON', 'application/json; charset="utf-8"'],
  ...[
    'application/merge-patch+json',
    'application/problem+json',
    'json',
    '*/*',
    'application/json, text/plain',
    '; ; ;',
  ],
  ...['multipart/form-data; boundary=x', `application/json; x=${times('y', 4000)}`, 'application/json; charset=latin1'],
];

const oddIds = [
  '',
  '.',
  '..',
  '%2e%2e',
  '%00',
  '%ff',
  '%',
  '%zz',
  '1/',
  '1%2f2',
  '-1',
  '1e3',
  '9'.repeat(300),
  '1;x',
  '%20',
  '*',
];

/** Returns a path of the service with something odd in it. */
export function oddPath(random: Random, path: string): string {
  return random.pick<() => string>([
    () => path.replace(/[^/]+$/, () => random.pick(oddIds)),
    () =>
      path.replace('/api/2023-01', () =>
        random.pick(['/api/2024-01', '/api/v1', '/api', '', '/API/2023-01', '/api/2023-01/']),
      ),
    () => `${path}${random.pick(['/', '//', '/x', '.csv', '.xml', '.json', '%00', '?', '#x', '/..', ';a=b'])}`,
    () => path.replaceAll('/', '//'),
    () => path.toUpperCase(),
    () => `/${'a'.repeat(random.pick([500, 20_000]))}`,
    () => `http://elsewhere.example${path}`,
    () => path.replace(/\/[^/]*$/, ''),
  ])();
}

export const oddMethods: readonly string[] = [
  'PUT',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'GET',
  'POST',
  'PATCH',
  'DELETE',
];
