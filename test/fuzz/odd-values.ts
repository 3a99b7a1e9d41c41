import type { Random } from './random.ts';

/** Texts that are valid and that a careless program damages. */
export const oddTexts: readonly string[] = [
  ...[
    'O’Brien & Søn',
    '  two spaces  ',
    'tab\tand\nline',
    '\r\n',
    'null',
    'undefined',
    'NaN',
    'true',
    '0',
    '-0',
    '1e9',
  ],
  ...['e\u0301cole', '\u00e9cole', '\u212b', '\ufb01', 'ǅ', 'İstanbul', 'ıI', 'ß', 'ẞ', 'ΑΣ', 'ﷺ'.repeat(12)],
  ...[
    '🏗️',
    '👩🏽‍🔧',
    '🇺🇳',
    'a\u200db',
    '\u202etxt.exe',
    '\u2066x\u2069',
    '\ufeffmark',
    'z\u0336\u0335\u0334'.repeat(30),
  ],
  ...['\u0001', '\u001b[31m', '\u007f', '\u0085', '\u2028', '\u2029', '\ufffd', '\uffff', '\u{10ffff}', '\u{e0001}'],
  ...['\\', '\\u0000', '"', "'", "''; drop table projects; --", '$1', '${x}', '%', '_', '%%', '{{7*7}}', '<b>x</b>'],
  ...['=1+1', '+1', '-1', '@x', "'=1", '../../etc/passwd', 'C:\\x', 'http://x', '__proto__', 'constructor', 'toString'],
  ...['中文', '日本語テキスト', 'العربية', 'עברית', 'हिन्दी', 'ไทย', '한국어', 'Ελληνικά', 'Кириллица', '\u1e9b\u0323'],
];

/** Marks a piece of JSON text that `JSON.stringify` cannot write. */
const raw = (text: string): string => `@@${Buffer.from(text).toString('base64url')}@@`;

/** Writes a value as JSON, with the marked pieces as they are. */
export const jsonOf = (value: unknown): string =>
  (value === undefined ? 'null' : JSON.stringify(value)).replace(/"@@([\w-]*)@@"/g, (_, text: string) =>
    Buffer.from(text, 'base64url').toString(),
  );

const numbers: readonly string[] = [
  ...['-0', '0.0', '1e0', '1E+2', '1e-7', '1e400', '-1e400', '1e-400', '9007199254740993', '0.1e1', '-1', '1.5'],
  ...[
    '2147483648',
    '999999999999999',
    '1000000000000000',
    '9'.repeat(400),
    `0.${'3'.repeat(300)}`,
    '1.005',
    '0.30000000004',
  ],
];

const brokenNumbers: readonly string[] = ['01', '+1', '.5', '1.', 'NaN', 'Infinity', '0x10', '1_000', '--1', '1e', '١'];

const escapes: readonly string[] = [
  ...['"\\ud800"', '"\\udc00x"', '"\\u0000"', '"\\ud83c\\udfd7"', '"\\x41"', '"\\u12"', '"\\', '"a\nb"', '"a\u0000b"'],
  ...['"\\/\\b\\f"', "'single'", '"unended', '"\ufeff"', '`x`', 'undefined', 'True', '/* c */ 1', '1 // c'],
];

/** A value for any place of a body: of any type, and of any form. */
export function oddValue(random: Random): unknown {
  return random.pick<() => unknown>([
    () => random.pick(oddTexts),
    () => raw(random.pick(numbers)),
    () => raw(random.pick(random.isIn(50) ? brokenNumbers : escapes)),
    () => random.pick<unknown>([null, true, false, [], {}, '', ' ', [[]], [null], { a: 1 }, 0, -1]),
    () => 'x'.repeat(random.pick([255, 256, 320, 321, 2048, 2049, 65_535, 65_536])),
    () => '🏗'.repeat(random.pick([255, 256, 1024])),
    () => Array.from({ length: random.pick([1, 50, 1001, 3000]) }, () => random.pick(['1', 'x', 1])),
    () => raw('['.repeat(random.pick([15, 17, 5000])) + ']'.repeat(random.pick([15, 17, 5000]))),
    () => wide(random.pick([5, 300, 5000])),
    () => ({ [random.pick(oddTexts)]: random.pick(oddTexts) }),
    () => random.pick(dates),
    () => raw('{"__proto__":{"admin":true},"constructor":{"prototype":{"x":1}}}'),
  ])();
}

const wide = (keys: number): object => Object.fromEntries(Array.from({ length: keys }, (_, key) => [`k${key}`, key]));

const dates: readonly string[] = [
  ...['2026-02-29', '2024-02-29', '0000-01-01', '0001-01-01', '9999-12-31', '10000-01-01', '2026-1-1', '2026-13-01'],
  ...['2026-03-08T02:30:00-06:00', '9999-12-31T23:59:59-01:00', '0001-01-01T00:00:00+14:00', '2026-01-01T00:00:00Z'],
  ...['2026-01-01T24:00:00Z', '2026-01-01T00:00:60Z', '2026-01-01t00:00:00z', '2026-01-01T00:00:00.123456789Z'],
  ...['today', 'today-30', 'today+99999999999', 'me', '2026-01-01T00:00:00+99:99', '-000001-01-01', '2026-W10-1'],
];
