import { expect } from 'vitest';
import type { Json } from '../service/client.ts';

interface Service {
  readonly url: string;
}

const address = ({ url }: Service): string => `${url}/api/2023-01/account/archive`;

/** Downloads the archive of the account of a token. */
export async function downloadArchive(service: Service, token: string): Promise<Buffer> {
  const answer = await fetch(address(service), { headers: { authorization: `Bearer ${token}` } });
  return Buffer.from(await answer.arrayBuffer());
}

/** Sends an archive that replaces the account of a token. @returns the status, and the refusal or the last progress. */
export async function restoreArchive(service: Service, token: string, archive: Uint8Array): Promise<Json> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' };
  const answer = await fetch(address(service), { method: 'POST', headers, body: archive });
  expect(answer.headers.get('content-type')).toMatch(
    answer.ok ? /^application\/x-ndjson/ : /^application\/problem\+json/,
  );
  const lines = (await answer.text()).trim().split('\n');
  return { status: answer.status, ...JSON.parse(lines.at(-1) ?? '') };
}
