import { setTimeout as wait } from 'node:timers/promises';

export interface ReferencePage {
  readonly status: number;
  readonly url: string;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Reads a page to its end, so that no request is open when the service stops. Waits while the rate limit of addresses
 * refuses it: the reference has more pages than the burst.
 */
export async function referencePageAt(address: string | URL): Promise<ReferencePage> {
  const response = await fetch(address);
  const { status, url, headers } = response;
  const text = await response.text();
  if (status !== 429) return { status, url, headers, text };
  await wait(1000 * Number(headers.get('retry-after')));
  return await referencePageAt(address);
}
