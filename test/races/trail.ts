import { expect } from 'vitest';
import { resourceOf } from '../../src/resources/index.ts';
import { follow } from '../support/data/links.ts';
import type { Client, Json } from '../support/service/client.ts';

/** What the service keeps of the changes of one record, the earliest first. */
export interface Trail {
  readonly changes: readonly Json[];
  /** The types of its messages. */
  readonly messages: readonly string[];
}

/**
 * Reads the trail of a record and expects that it is whole: each version has one change, each change goes on where the
 * one before it ended, and has one message.
 */
export async function wholeTrail(client: Client, plural: string, id: string): Promise<Trail> {
  const changes = (await follow(client, { path: `/${plural}/${id}/history?per_page=500` })).flat().reverse();
  const pages = await follow(client, { path: `/webhook_messages?payload.id=${id}&per_page=500` });
  const { singular } = resourceOf(plural);
  // Records of other kinds may have the same id.
  const own = (type: string): boolean => type.startsWith(`${singular}.`);
  const messages = pages.flatMap((page) => page.map((message): string => message.event_type)).filter(own);
  expectChain(changes);
  for (const action of ['create', 'update', 'delete', 'restore']) {
    const made = changes.filter((change) => change.action === action).length;
    expect(messages.filter((type) => type === `${singular}.${action}`).length, `${action} of ${plural}/${id}`).toBe(
      made,
    );
  }
  const shown = await client.get(`/${plural}/${id}`);
  if (shown.status === 200) expect(shown.headers.get('etag')).toBe(`"${changes.length}"`);
  return { changes, messages };
}

/** Each field goes on from the value that it had after the change before. */
function expectChain(changes: readonly Json[]): void {
  const last = new Map<string, unknown>();
  for (const { fields } of changes) {
    for (const [name, { from, to }] of Object.entries<Json>(fields)) {
      if (last.has(name)) expect(from, name).toEqual(last.get(name));
      last.set(name, to);
    }
  }
}

/** Runs the task by as many callers as given, all at the same time. */
export const together = <Result>(callers: number, task: (caller: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: callers }, (_, caller) => task(caller)));
