import { textOfCents } from '../../resources/vocabulary/cents.ts';
import type { NumberedPage } from './numbered-page.ts';

/** JSON text that stands in a value as it is: an exact decimal of the database, or a rendered record. */
export interface JsonText {
  readonly jsonText: string;
}

/** A number as Postgres writes it. A JavaScript number would round a large sum. */
export const exact = (decimal: string): JsonText => ({ jsonText: decimal });

/** A number as Postgres writes it, or null. */
export const exactOrNull = (decimal: string | null): JsonText | null => (decimal === null ? null : exact(decimal));

/** Whole cents as a number of units: 1050 is `10.5`. */
export const exactCents = (cents: bigint): JsonText => exact(textOfCents(cents));

/** The whole cents of an amount with at most two decimals. */
export const centsOf = (amount: number): bigint => BigInt(amount.toFixed(2).replace('.', ''));

/** A value as JSON text, with each `JsonText` in it as it is. */
export function jsonOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isJsonText(value)) return value.jsonText;
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(',')}]`;
  return `{${membersOf(value)}}`;
}

const membersOf = (value: object): string =>
  Object.entries(value)
    .map(([key, member]) => `${JSON.stringify(key)}:${jsonOf(member)}`)
    .join(',');

/** An object with the members of several objects, one after the other. */
export const joinedJson = (parts: readonly object[]): JsonText => ({
  jsonText: `{${parts
    .map((part) => (isJsonText(part) ? part.jsonText.slice(1, -1) : membersOf(part)))
    .filter((members) => members !== '')
    .join(',')}}`,
});

const isJsonText = (value: object): value is JsonText => 'jsonText' in value;

/** JSON as a value. A number of more digits than a JavaScript number holds becomes its text. */
export const exactValue = (json: string): unknown =>
  JSON.parse(json.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.]{15,}/g, (part) => (part.startsWith('"') ? part : `"${part}"`)));

/** A report with its groups as JSON in UTF-8: there can be tens of megabytes of them, too many to copy as text. */
export interface Report {
  /** The members before `groups`. */
  readonly head: object;
  /** Absent in a report without groups. */
  readonly groups?: readonly Buffer[];
  /** The members after `groups`. */
  readonly rest: object;
  /** The page of a report that has pages. */
  readonly page?: NumberedPage;
}

/** A report under its name, in UTF-8. */
export function reportBytes(name: string, { head, groups, rest }: Report): Buffer {
  if (!groups) return Buffer.from(jsonOf({ [name]: { ...head, ...rest } }));
  const comma = Buffer.from(',');
  return Buffer.concat([
    Buffer.from(`{${JSON.stringify(name)}:{${membersOf(head)},"groups":[`),
    ...groups.flatMap((group, index) => (index === 0 ? [group] : [comma, group])),
    Buffer.from(`],${membersOf(rest)}}}`),
  ]);
}
