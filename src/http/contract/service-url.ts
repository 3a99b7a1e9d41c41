import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { isWildcard, listeningUrl } from '../../listening-url.ts';
import type { RequestHead } from './request-head.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The URL of the service for what is made without a request, without a trailing slash. */
    readonly serviceUrl: string;
    /** The URL of the service for the answer to a request, without a trailing slash. */
    readonly serviceUrlOf: (request: FastifyRequest) => string;
  }
  interface FastifyRequest {
    /** The URL of the service for addresses in the answer, without a trailing slash. */
    readonly serviceUrl: string;
    /** The same after its first use. */
    knownUrl: string | null;
  }
}

/**
 * Gives a server the URL of the service: the configured one, else the address that it listens on. If it listens on all
 * addresses of the machine, the client knows best, so the URL in an answer is that of the request.
 */
export function decorateWithUrl(app: FastifyInstance, config: Pick<Config, 'publicUrl' | 'host' | 'port'>): void {
  const isByRequest = config.publicUrl === null && isWildcard(config.host);
  app.decorate('serviceUrl', { getter: () => config.publicUrl ?? boundUrl(app, config) });
  app.decorate('serviceUrlOf', (request) => (isByRequest ? requestUrl(request) : null) ?? app.serviceUrl);
  app.decorateRequest('serviceUrl', {
    getter() {
      return (this.knownUrl ??= app.serviceUrlOf(this));
    },
  });
  app.decorateRequest('knownUrl', null);
}

/** Whether a client uses HTTPS, by the connection, a trusted proxy or the configured URL of the service. */
export const isHttps = (request: Pick<RequestHead, 'protocol' | 'serviceUrl'>): boolean =>
  request.protocol === 'https' || isHttpsUrl(request.serviceUrl);

export const isHttpsUrl = (url: string): boolean => url.startsWith('https:');

/** A name or an address, with or without a port. */
const soundHost = /^(?:[\w.-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** The scheme and the host of a request; null if its host is no name or address. A trusted proxy may give both. */
function requestUrl({ protocol, host }: Pick<RequestHead, 'protocol' | 'host'>): string | null {
  const url = `${protocol}://${host}`;
  return soundHost.test(host) && URL.canParse(url) ? url : null;
}

/** The URLs of the servers that listen. To ask the system for each request would cost as much as a small read. */
const boundUrls = new WeakMap<FastifyInstance, string>();

/** The URL that the server listens on, with the actual port if the system chose it. It stays when the server closes. */
export function boundUrl(app: FastifyInstance, { host, port }: Pick<Config, 'host' | 'port'>): string {
  const known = boundUrls.get(app);
  if (known !== undefined) return known;
  const address = app.server.address();
  if (typeof address !== 'object' || address === null) return listeningUrl(host, port);
  const url = listeningUrl(host, address.port);
  boundUrls.set(app, url);
  return url;
}
