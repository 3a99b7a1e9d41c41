import { randomUUID } from 'node:crypto';
import { make, next } from '../data/make.ts';
import type { Client } from '../service/client.ts';
import { adminPassword } from '../service/template.ts';

/** Makes an object of any kind that has a path of its own, as its collection is called. */
export async function newObject(client: Client, plural: string): Promise<{ readonly id: string }> {
  const special = makers[plural];
  if (special) return await special(client);
  if (plural === 'users') return await make(client, 'users', { email: `${randomUUID()}@example.com` });
  return await make(client, plural);
}

/** Returns the query of an upload to a new project. */
export const uploadQuery = async (client: Client): Promise<string> =>
  `?project_id=${(await make(client, 'projects')).id}&name=${next()}.txt`;

/** Uploads a file. */
export async function newContents(client: Client): Promise<{ readonly id: string }> {
  const path = `/files/upload${await uploadQuery(client)}`;
  const { status, text, body } = await client.post(path, `File ${next()}`, { 'content-type': 'text/plain' });
  if (status !== 201) throw new Error(`the upload was answered with ${status}: ${text}`);
  return body.file;
}

type Maker = (client: Client) => Promise<{ id: string }>;

const posted =
  (path: string, wrapper: string, fields: () => object): Maker =>
  async (client) => {
    const { status, text, body } = await client.post(path, { [wrapper]: fields() });
    if (status !== 201) throw new Error(`${path} answers ${status}: ${text}`);
    return body[wrapper];
  };

const makers: Readonly<Record<string, Maker>> = {
  api_tokens: posted('/api_tokens', 'api_token', () => ({ name: `Sync ${next()}`, scopes: ['read'] })),
  calendar_feeds: posted('/calendar_feeds', 'calendar_feed', () => ({ name: `Bids ${next()}` })),
  oauth_clients: posted('/oauth_clients', 'oauth_client', () => ({ name: `Sync ${next()}`, scopes: ['read'] })),
  webhooks: posted('/webhooks', 'webhook', () => ({ url: `https://hooks.example.com/${next()}` })),
  imports: async (client) => {
    const file = `name\r\nCompany ${next()}\r\n`;
    const { status, text, body } = await client.post('/imports?as=companies', file, { 'content-type': 'text/csv' });
    if (status !== 201) throw new Error(`the file was answered with ${status}: ${text}`);
    return body.import;
  },
  webhook_messages: async (client) => {
    const { id } = await make(client, 'companies');
    const { webhook_messages: messages } = (await client.get(`/webhook_messages?payload.id=${id}`)).body;
    return messages[0];
  },
  sessions: async (client) => await newSession(client),
};

/** A session of the admin of the client. It takes a while, because the service hashes a password. */
async function newSession(client: Client): Promise<{ id: string }> {
  const { user } = (await client.get('/users/me')).body;
  const { account } = (await client.get('/account')).body;
  const session = { email: user.email, password: adminPassword, account_id: account.id };
  const { status, text, body } = await client.post('/session', { session }, { authorization: '' });
  if (status !== 201) throw new Error(`the sign-in was answered with ${status}: ${text}`);
  return body.session;
}
