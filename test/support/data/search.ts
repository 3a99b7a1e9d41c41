import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { Client, Json } from '../service/client.ts';
import { next } from './make.ts';

export const searchPath = (plural: string, q: string, more = ''): string =>
  `/${plural}?q=${encodeURIComponent(q)}${more}`;

/** Returns the ids that a search finds, in its order. */
export async function foundBy(client: Client, plural: string, q: string, more = ''): Promise<string[]> {
  const answer = await client.get(searchPath(plural, q, more));
  expect(answer.status, answer.text).toBe(200);
  return answer.body[plural].map(({ id }: Json) => id);
}

/** Returns a word that no other record of the test's firm has, nor one like it. */
export function rareWord(): string {
  const digits = createHash('sha256').update(String(next())).digest().subarray(0, 8);
  return `${[...digits].map((byte) => 'bcdfghklmnpqrstvwxyz'.charAt(byte % 20)).join('')}za`;
}
