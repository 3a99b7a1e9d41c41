import { fold } from '../../../src/resources/vocabulary/formats.ts';
import type { ListField, Operator } from '../../../src/resources/list-fields.ts';
import type { Json } from '../service/client.ts';

/** A value in a record: none, one or several. */
export type Told = string | number | boolean | null | readonly string[];

/** The simplest comparison of the values of a kind. The lists of the service must agree with it. */
export interface Kind {
  /** Parses a value of a query. */
  readonly read: (text: string) => string | number | boolean;
  readonly compare: (one: never, other: never) => number;
}

const numeric: Kind = { read: Number, compare: (one: number, other: number) => one - other };
const byPoints: Kind = {
  read: (text) => text,
  compare: (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other)),
};
const instants: Kind = {
  read: (text) => text,
  compare: (one: string, other: string) => Date.parse(one) - Date.parse(other),
};
const claims: Kind = {
  read: (text) => text === 'true',
  compare: (one: boolean, other: boolean) => Number(one) - Number(other),
};

const kinds: Readonly<Record<string, Kind>> = {
  ...{ count: numeric, cents: numeric, amount: numeric, fraction: numeric, number: numeric, currency: numeric },
  ...{ date_time: instants, boolean: claims },
};

const kindOf = (kind: string): Kind => kinds[kind] ?? byPoints;

/** Returns whether a value matches a filter. */
export function meets(told: Told, filter: { operator: Operator; text: string; kind: string }): boolean {
  const values = Array.isArray(told) ? (told as readonly string[]) : [told as string | number | boolean | null];
  const present = values.filter((value) => value !== null);
  const { operator, text, kind } = filter;
  const { read, compare } = kindOf(kind);
  const isOneOf = (texts: readonly string[]): boolean =>
    texts.some((one) =>
      one === 'null'
        ? present.length === 0
        : present.some((value) => compare(value as never, read(one) as never) === 0),
    );
  const beside = (holds: (order: number) => boolean): boolean =>
    present.some((value) => holds(compare(value as never, read(text) as never)));
  const lower = present.map((value) => String(value).toLowerCase());
  const answers: Readonly<Record<Operator, () => boolean>> = {
    eq: () => isOneOf([text]),
    ne: () => !isOneOf([text]),
    in: () => isOneOf(text.split(',')),
    gt: () => beside((order) => order > 0),
    gte: () => beside((order) => order >= 0),
    lt: () => beside((order) => order < 0),
    lte: () => beside((order) => order <= 0),
    contains: () => lower.some((value) => value.includes(text.toLowerCase())),
    starts_with: () => lower.some((value) => value.startsWith(text.toLowerCase())),
    is_null: () => (present.length === 0) === (text === 'true'),
  };
  return answers[operator]();
}

/** Returns the value of a field in a record. */
export function toldBy(record: Json, { name, field }: ListField): Told {
  const path = field.kind === 'reference' && name !== 'id' ? [name.replace(/_id$/, ''), 'id'] : name.split('.');
  return path.reduce((value: Json, key) => value?.[key] ?? null, record);
}

export interface Term {
  readonly listed: ListField;
  readonly descending: boolean;
}

/** Returns the ids of the records in the order of the terms. */
export function sorted(records: readonly Json[], terms: readonly Term[]): string[] {
  const last = terms.at(-1)?.descending ? -1 : 1;
  const compareTerm = (one: Json, other: Json, { listed, descending }: Term): number => {
    const [left, right] = [sortValue(one, listed), sortValue(other, listed)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    const kind = listed.name === 'id' ? 'count' : listed.field.kind;
    return kindOf(kind).compare(left as never, right as never) * (descending ? -1 : 1);
  };
  return [...records]
    .sort((one, other) => {
      for (const term of terms) {
        const order = compareTerm(one, other, term);
        if (order !== 0) return order;
      }
      return (Number(one.id) - Number(other.id)) * last;
    })
    .map(({ id }) => id);
}

/** Names sort by their folded text; other texts by their first hundred characters. */
function sortValue(record: Json, listed: ListField): Told {
  const told = toldBy(record, listed);
  if (listed.name === 'id') return Number(told);
  if (typeof told !== 'string') return told;
  if (listed.field.folded) return fold(told);
  return listed.comparison === 'text' ? [...told].slice(0, 100).join('') : told;
}
