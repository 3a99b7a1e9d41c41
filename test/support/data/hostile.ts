import type { Json } from '../service/client.ts';

/** A schema or another part of the document. */
type Part = Json;

/** A mark in a body that stands for a number of three hundred digits, which `JSON.stringify` cannot write. */
const numberMark = '@@a number@@';
const digits = '9'.repeat(300);

/** Values that a client can send in any place and that no store can hold, each with its description. */
export const hostileValues: readonly (readonly [kind: string, value: string])[] = [
  ['NUL', 'a\u0000b'],
  ['a lone surrogate', 'a\ud800b'],
  ['three hundred digits as text', digits],
  ['a number of three hundred digits', numberMark],
];

/**
 * The same values in an address, percent-encoded. The router refuses parts of three hundred digits; ninety reach a
 * handler.
 */
export const hostileParts: readonly string[] = ['a%00b', '%ED%A0%80', digits, '9'.repeat(90)];

/** The same values in a header, byte by byte. */
export const hostileHeaders: readonly string[] = [
  '\u0000',
  '"a\u0000b"',
  '"\u00ed\u00a0\u0080"',
  '"\\ud800"',
  digits,
  `"${digits}"`,
];

/** Returns a body as JSON, with numbers instead of the marks. */
export const bodyText = (body: unknown): string => JSON.stringify(body).replaceAll(`"${numberMark}"`, digits);

/** Returns the part of the document that a `$ref` leads to. */
export function resolved(document: Json, part: Part): Part {
  if (typeof part?.$ref !== 'string') return part;
  const path = part.$ref.slice(2).split('/');
  return resolved(
    document,
    path.reduce((at: Part, key: string) => at[key], document),
  );
}

/** The keys that lead to a value in a body. */
export type Place = readonly (string | number)[];

/**
 * Returns every place of a schema that can hold a value, in groups. The ignored places share one group. A list has one
 * place, its first entry.
 */
export function placesOf(document: Json, schema: Part): (readonly Place[])[] {
  const found = foundIn(document, schema, []);
  const distinct = [...new Map(found.map((one) => [JSON.stringify(one.place), one])).values()];
  const ignored = distinct.filter((one) => one.isIgnored).map(({ place }) => place);
  return [
    ...distinct.filter((one) => !one.isIgnored).map(({ place }) => [place]),
    ...(ignored.length > 0 ? [ignored] : []),
  ];
}

interface Found {
  readonly place: Place;
  readonly isIgnored: boolean;
}

function foundIn(document: Json, schema: Part, place: Place): Found[] {
  const part = resolved(document, schema);
  const choices = [...(part.anyOf ?? []), ...(part.oneOf ?? []), ...(part.allOf ?? [])] as Part[];
  const properties = Object.entries<Part>(part.properties ?? {});
  return [
    ...(place.length > 0 ? [{ place, isIgnored: part.readOnly === true || part['x-ignored'] === true }] : []),
    ...properties.flatMap(([name, inner]) => foundIn(document, inner, [...place, name])),
    ...choices.flatMap((inner) => foundIn(document, inner, place)),
    ...(part.items ? foundIn(document, part.items, [...place, 0]) : []),
    ...(properties.length === 0 && mayBeObject(part) ? [{ place: [...place, 'any_name'], isIgnored: false }] : []),
  ];
}

const mayBeObject = ({ type }: Part): boolean => [type].flat().includes('object');

/** Returns the body with a value put into a place. The rest of the body is unchanged. */
export function placed(body: Json, [key, ...rest]: Place, value: unknown): Json {
  if (key === undefined) return value;
  if (typeof key === 'number') return [placed(body?.[0], rest, value)];
  const around = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
  return { ...around, [key]: placed(around[key], rest, value) };
}
