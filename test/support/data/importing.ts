import { expect } from 'vitest';
import { eventually } from '../delivery/delivering.ts';
import type { Client, Json, Reply } from '../service/client.ts';

/** Uploads a file and returns its import. */
export async function upload(
  client: Client,
  as: string,
  text: string,
  headers: Record<string, string> = {},
): Promise<Json> {
  const reply = await send(client, as, text, headers);
  expect(reply).toMatchObject({ status: 201 });
  return reply.body.import;
}

/** Columns that fill the fields of their own names. */
export const plain = (...names: string[]): Json[] => names.map((name) => ({ from: [name], to: name }));

/** Columns whose cells that cannot be read reject their rows. */
export const strict = (...columns: Json[]): Json[] => columns.map((column) => ({ ...column, invalid: 'reject' }));

/** Uploads a file and sets its whole mapping. */
export async function drafted(client: Client, as: string, text: string, mapping: Json): Promise<Json> {
  const one = await upload(client, as, text);
  expect(await client.patch(`/imports/${one.id}`, { import: { mapping } })).toMatchObject({ status: 200 });
  return one;
}

/** Sends a file as the body of a request. */
export const send = (client: Client, as: string, text: string, headers: Record<string, string> = {}): Promise<Reply> =>
  client.post(`/imports?as=${as}`, text, { 'content-type': 'text/csv', ...headers });

/** A file of CSV with these rows; the first one names the columns. */
export const csv = (...rows: readonly (readonly string[])[]): string =>
  rows
    .map(
      (row) => `${row.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`,
    )
    .join('');

const working = ['checking', 'running', 'undoing'];

/** Waits until the service has ended its work on an import. */
export const ended = (client: Client, id: string): Promise<Json> =>
  eventually(async () => {
    const { import: one } = (await client.get(`/imports/${id}`)).body;
    expect(working, 'an import works only in a service of startDelivering').not.toContain(one.status);
    return one;
  });

/** Starts an action on an import and waits for its end. */
export async function done(client: Client, id: string, action: 'check' | 'run' | 'undo', body?: Json): Promise<Json> {
  expect(await client.post(`/imports/${id}/${action}`, body)).toMatchObject({ status: 202 });
  return await ended(client, id);
}

/** Uploads a file, sets the parts of its mapping that differ from the proposal, and runs it. */
export async function imported(client: Client, as: string, text: string, mapping: Json = {}): Promise<Json> {
  const one = await upload(client, as, text);
  if (Object.keys(mapping).length > 0) {
    const changed = await client.patch(`/imports/${one.id}`, { import: { mapping: { ...one.mapping, ...mapping } } });
    expect(changed).toMatchObject({ status: 200 });
  }
  return await done(client, one.id, 'run');
}

/** The rows of an import. */
export const rowsOf = async (client: Client, id: string, query = ''): Promise<Json[]> =>
  (await client.get(`/imports/${id}/rows?per_page=500${query}`)).body.rows;

/** The results of the rows, in order. */
export const resultsOf = async (client: Client, id: string): Promise<string[]> =>
  (await rowsOf(client, id)).map(({ result }) => result);
