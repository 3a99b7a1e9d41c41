import { expect } from 'vitest';
import type { Client, Json } from '../service/client.ts';

/** Sends rows in bulk and returns their results, which are in the order of the rows. */
export async function bulk(
  client: Client,
  plural: string,
  rows: readonly unknown[],
  headers: Readonly<Record<string, string>> = {},
): Promise<Json[]> {
  const reply = await client.post(`/${plural}/bulk`, { [plural]: rows }, headers);
  expect(reply.status, reply.text.slice(0, 1000)).toBe(200);
  expect(reply.body.results.map(({ index }: Json) => index)).toEqual(rows.map((_, index) => index));
  return reply.body.results;
}

/** Returns the result of each row. */
export const became = (results: readonly Json[]): string[] => results.map(({ result }) => result);
