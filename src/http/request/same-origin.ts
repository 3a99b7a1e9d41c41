import { Refusal } from '../../refusal.ts';
import type { RequestHead } from '../contract/request-head.ts';

/**
 * Refuses a change that a page of another site sends with the cookie of a session. Browsers say where a request comes
 * from in `Sec-Fetch-Site`, and without TLS in `Origin`.
 * @throws {Refusal} `cross_site`
 */
export function refuseCrossSite(request: RequestHead): void {
  if (isOwnPage(request)) return;
  throw new Refusal('cross_site', 'A request with the cookie of a session must come from a page of this service.');
}

/** Whether a browser sent the request. */
export const isFromBrowser = ({ headers }: RequestHead): boolean =>
  headers['sec-fetch-site'] !== undefined || headers.origin !== undefined;

function isOwnPage({ headers, protocol, host, serviceUrl }: RequestHead): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  // A page can be open at another address of the service than the public one.
  return [new URL(serviceUrl).origin, `${protocol}://${host}`].includes(headers.origin ?? '');
}
