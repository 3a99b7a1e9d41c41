import type { Client, Json } from './client.ts';

/** The types of the messages about a record, sorted: those of one instant come in no order. */
export async function told(client: Client, id: string): Promise<string[]> {
  const { webhook_messages: messages } = (await client.get('/webhook_messages?per_page=500')).body;
  return messages
    .filter(({ payload }: Json) => payload.id === id)
    .map(({ event_type: type }: Json) => type)
    .sort();
}

/** The changes of a record, the latest first. */
export async function historyOf(client: Client, path: string): Promise<Json[]> {
  return (await client.get(`${path}/history`)).body.changes;
}
