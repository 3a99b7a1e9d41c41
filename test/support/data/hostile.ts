import type { Json } from '../service/client.ts';

/** A schema or a part of the document as far as a walk reads it. */
type Part = Json;

/** Stands in a body for what JSON.stringify cannot write: a number of three hundred digits. */
const numberMark = '@@a number@@';
const digits = '9'.repeat(300);

/** What a client may send for any value and no store can keep, by what it is. */
export const hostileValues: readonly (readonly [kind: string, value: string])[] = [
  ['NUL', 'a\u0000b'],
  ['a lone surrogate', 'a\ud800b'],
  ['three hundred digits as text', digits],
  ['a number of three hundred digits', numberMark],
];

/** The same in an address, percent-encoded; ninety digits still reach a handler where the router refuses longer parts. */
export const hostileParts: readonly string[] = ['a%00b', '%ED%A0%80', digits, '9'.repeat(90)];

/** The same in a header, byte by byte. */
export const hostileHeaders: readonly string[] = [
  '\u0000',
  '"a\u0000b"',
  '"\u00ed\u00a0\u0080"',
  '"\\ud800"',
  digits,
  `"${digits}"`,
];

/** A body as JSON, its marks replaced by numbers. */
export const bodyText = (body: unknown): string => JSON.stringify(body).replaceAll(`"${numberMark}"`, digits);

/** What a `$ref` into the document leads to. */
export function resolved(document: Json, part: Part): Part {
  if (typeof part?.$ref !== 'string') return part;
  const path = part.$ref.slice(2).split('/');
  return resolved(
    document,
    path.reduce((at: Part, key: string) => at[key], document),
  );
}

/** Where a value of its own stands in what a schema describes, as the keys that lead there. */
export type Place = readonly (string | number)[];

/** Every place of a schema in which a value may stand, of a list the first; places that are ignored alike together. */
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

/** A body with a value at a place; what stands around it stays. */
export function placed(body: Json, [key, ...rest]: Place, value: unknown): Json {
  if (key === undefined) return value;
  if (typeof key === 'number') return [placed(body?.[0], rest, value)];
  const around = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
  return { ...around, [key]: placed(around[key], rest, value) };
}
