import { createHash } from 'node:crypto';
import { resources } from '../../src/resources/index.ts';
import { follow } from '../support/data/links.ts';
import type { Client } from '../support/service/client.ts';

const paths = [
  ...resources.filter(({ embeddedOnly }) => !embeddedOnly).flatMap(({ plural }) => [`/${plural}`, deleted(plural)]),
  ...['/webhook_messages', '/audit_log', '/webhooks', '/oauth_clients', '/imports'],
];

function deleted(plural: string): string {
  return `/${plural}?deleted_at[is_null]=false&include=deleted_at`;
}

/** Returns a digest of everything that an account shows, to see whether another one has changed it. */
export async function bystanderOf(client: Client): Promise<string> {
  const hash = createHash('sha256');
  for (const path of paths) {
    const pages = await follow(client, { path: `${path}${path.includes('?') ? '&' : '?'}per_page=500` });
    hash.update(path).update(JSON.stringify(pages));
  }
  hash.update((await client.get('/account')).text);
  return hash.digest('hex');
}
