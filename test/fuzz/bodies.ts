import { placed, placesOf } from '../support/data/hostile.ts';
import type { Json } from '../support/service/client.ts';
import { jsonOf, oddTexts, oddValue } from './odd-values.ts';
import type { Random } from './random.ts';
import { type Source, valueOf } from './values.ts';

/** A valid body, as far as its schema tells. */
export const soundBody = (source: Source, schema: Json): unknown => valueOf(source, schema, '');

const keptPlaces = new WeakMap<object, ReturnType<typeof placesOf>>();

/** Puts odd values into some places of a body, and adds keys that no schema has. */
export function withOddValues({ document, random }: Source, schema: Json, body: unknown): unknown {
  const places = keptPlaces.get(schema) ?? placesOf(document, schema);
  keptPlaces.set(schema, places);
  let made = body as Json;
  for (let times = random.pick([1, 1, 1, 2, 5]); times > 0 && places.length > 0; times -= 1) {
    const [place = []] = random.pick(places);
    made = placed(made, place, oddValue(random));
  }
  if (random.isIn(10)) made = placed(made, [random.pick(oddTexts)], oddValue(random));
  return random.isIn(5) ? oddValue(random) : made;
}

type Damage = (text: string, random: Random) => Buffer;

const utf8 = (text: string): Buffer => Buffer.from(text);

/** Returns the text with something between two characters. */
function inserted(text: string, random: Random, piece: Buffer): Buffer {
  const at = random.below(text.length + 1);
  return Buffer.concat([utf8(text.slice(0, at)), piece, utf8(text.slice(at))]);
}

const damages: readonly Damage[] = [
  (text, random) => utf8(text.slice(0, random.below(text.length + 1))),
  (text, random) => inserted(text, random, Buffer.from([random.below(256)])),
  (text, random) => inserted(text, random, random.pick(badBytes)),
  (text) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8(text)]),
  (text) => Buffer.from(text, 'utf16le'),
  (text) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]),
  (text) => Buffer.from(text, 'latin1'),
  (text, random) => utf8(text + random.pick(['{}', ',', '\0', '\n\n', ' '.repeat(70_000), text, '//', '}'])),
  (text, random) => utf8(random.pick([' ', '\t\r\n', '\u00a0', '\u2028', '\ufeff\ufeff', ',']) + text),
  // The first key again: the last value counts.
  (text) => utf8(text.replace(/^\{("(?:[^"\\]|\\.)*"):/, '{$1:null,$1:')),
  (text) => utf8(text.replaceAll('{', '{"__proto__":{"x":1},')),
  (text) => utf8(text.replaceAll('{', '{"":0,')),
  (text, random) => {
    const depth = random.pick([14, 15, 16, 17, 200, 100_000]);
    return utf8(text.replace(/:(null|true|\d+|"[^"]*")/, `:${'['.repeat(depth)}${']'.repeat(depth)}`));
  },
  (_text, random) => utf8(`${'{"a":'.repeat(random.pick([16, 17, 50_000]))}1`),
  (_text, random) =>
    utf8(random.pick(['', ' ', 'null', '[]', '""', '0', 'true', '{', '[', '"', '\0', '{}', '[{}]', 'NaN'])),
  (text, random) => utf8(text.replace(/\d+/, random.pick(['1e999', '-0', '1E5', '0.1e-300', '9'.repeat(5000)]))),
  (text) => utf8(text.replaceAll('"', "'")),
  (text) => utf8(text.replaceAll(/[a-z]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`)),
];

/** Bytes that are no UTF-8: overlong forms, surrogates, ends without a beginning, code points that do not exist. */
const badBytes: readonly Buffer[] = [
  [0xc0, 0xaf],
  [0xe0, 0x80, 0xaf],
  [0xed, 0xa0, 0x80],
  [0xed, 0xb0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0xf8, 0x88, 0x80, 0x80, 0x80],
  [0x80],
  [0xe2, 0x82],
  [0xff],
].map((bytes) => Buffer.from(bytes));

/** Returns the bytes of a body, damaged as no JSON library would write them. */
export const damaged = (random: Random, body: unknown): Buffer => random.pick(damages)(jsonOf(body), random);

/** Returns the bytes of a body. */
export const bytesOf = (body: unknown): Buffer => utf8(jsonOf(body));
