import type { Param } from './engine.ts';

/** The text of each parameter, in the form that Postgres reads for any type. Both engines send only text. */
export function encodeParams(params: readonly Param[]): (string | null)[] {
  return params.map(encodeParam);
}

/** The parser for the text of a type; null if the text stays as it is. */
export const parserOf = (type: number): Parse | null => parsers.get(type) ?? null;

/** Converts one value of a row from Postgres's text to the shape that `Queryable` documents. */
export function parseValue(type: number, text: string | null): unknown {
  if (text === null) return null;
  const parse = parsers.get(type);
  return parse ? parse(text) : text;
}

/** The type numbers (`pg_type.oid`) whose text `parseValue` converts. */
export const parsedTypes = (): number[] => [...parsers.keys()];

export type Parse = (text: string) => unknown;

function encodeParam(param: Param): string | null {
  if (param === null) return null;
  if (typeof param === 'string') return param;
  if (typeof param === 'number' || typeof param === 'boolean') return String(param);
  if (Array.isArray(param)) return encodeArray(param);
  throw new TypeError(`a parameter cannot be ${typeof param}`);
}

function encodeArray(items: readonly (string | null)[]): string {
  return `{${items.map((item) => (item === null ? 'NULL' : `"${item.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`;
}

/** Parses a `timestamptz(3)` in UTC, `2026-03-02 15:04:05.06+00`. Years beyond 9999 and `infinity` stay unchanged. */
function parseInstant(text: string): string {
  if (text.length < secondsEnd + zone.length || text[10] !== ' ' || !text.endsWith(zone)) return text;
  const fraction = text.slice(secondsEnd + 1, -zone.length);
  const milliseconds = fraction === '' ? '' : fraction.padEnd(3, '0').slice(0, 3);
  const shown = milliseconds === '' || milliseconds === '000' ? '' : `.${milliseconds}`;
  return `${text.slice(0, 10)}T${text.slice(11, secondsEnd)}${shown}Z`;
}

const zone = '+00';
const secondsEnd = '2026-03-02 15:04:05'.length;

function parseArray(text: string, parse: Parse): unknown[] {
  // An array literal may begin with its bounds, for example [0:1]={a,b}.
  const tokens = text.slice(text.indexOf('{')).matchAll(/[{}]|"((?:[^"\\]|\\.)*)"|[^{},"]+/gs);
  const outer: unknown[] = [];
  const open: unknown[][] = [outer];
  for (const [token, quoted] of tokens) {
    if (token === '{') open.push([]);
    else if (token === '}') open.at(-2)?.push(open.pop());
    else open.at(-1)?.push(parseItem(token, quoted, parse));
  }
  return outer[0] as unknown[];
}

function parseItem(token: string, quoted: string | undefined, parse: Parse): unknown {
  if (quoted !== undefined) return parse(quoted.replace(/\\(.)/gs, '$1'));
  return token === 'NULL' ? null : parse(token);
}

const same: Parse = (text) => text;
const parseBoolean: Parse = (text) => text === 't';
const parseJson: Parse = (text) => JSON.parse(text);

/** Element type, array type, parser; `pg_type.oid` of a built-in type never changes. */
const types: readonly (readonly [element: number, array: number, parse: Parse])[] = [
  [16, 1000, parseBoolean],
  [19, 1003, same],
  [20, 1016, same],
  [21, 1005, Number],
  [23, 1007, Number],
  [25, 1009, same],
  [26, 1028, Number],
  [114, 199, parseJson],
  [700, 1021, Number],
  [701, 1022, Number],
  [1042, 1014, same],
  [1043, 1015, same],
  [1082, 1182, same],
  [1184, 1185, parseInstant],
  [1700, 1231, Number],
  [2950, 2951, same],
  [3802, 3807, parseJson],
];

const parsers = new Map<number, Parse>(
  types.flatMap(([element, array, parse]): [number, Parse][] => [
    ...(parse === same ? [] : ([[element, parse]] satisfies [number, Parse][])),
    [array, (text) => parseArray(text, parse)],
  ]),
);
