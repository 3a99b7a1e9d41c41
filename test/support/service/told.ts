import type { Client, Json } from './client.ts';

/** Returns the types of the messages about a record. They are sorted, because messages of one instant have no order. */
export async function told(client: Client, id: string): Promise<string[]> {
  const { webhook_messages: messages } = (await client.get('/webhook_messages?per_page=500')).body;
  return messages
    .filter(({ payload }: Json) => payload.id === id)
    .map(({ event_type: type }: Json) => type)
    .sort();
}

/** Returns the changes of a record, the latest first. */
export async function historyOf(client: Client, path: string): Promise<Json[]> {
  return (await client.get(`${path}/history`)).body.changes;
}
