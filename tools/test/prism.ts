import { createLogger } from '@stoplight/prism-core';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createClientFromOperations } from '@stoplight/prism-http/dist/client.js';

/** A response that Prism has passed on. */
export interface Passed {
  readonly status: number;
  readonly body: unknown;
  /** The violations of the document in the request and the response. */
  readonly violations: readonly string[];
}

export interface Proxy {
  /** @param authorization the header of this name; by default it has the token. */
  send(method: Method, path: string, body?: unknown, authorization?: string): Promise<Passed>;
}

export type Method = 'get' | 'post' | 'patch' | 'delete';

/**
 * Puts Prism between a client and the service. Prism forwards every request, and checks the request and the response
 * against the document.
 */
export async function validatingProxy(
  document: object,
  { url, token }: { url: string; token: string },
): Promise<Proxy> {
  const client = createClientFromOperations(await getHttpOperationsFromSpec(document), {
    mock: { dynamic: false },
    isProxy: true,
    upstream: new URL(`${url}/api/2023-01`),
    upstreamProxy: undefined,
    ...{ checkSecurity: true, validateRequest: true, validateResponse: true, errors: false },
    logger: createLogger('prism', { enabled: false }),
  });
  return {
    send: async (method, path, body, authorization = `Bearer ${token}`) => {
      const sent = body === undefined ? {} : { body };
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      const headers = { authorization, ...type };
      const { status, data, violations } = await client.request(path, { method, headers, ...sent });
      const found = [...violations.input, ...violations.output];
      return { status, body: data, violations: found.map((one) => JSON.stringify(one)) };
    },
  };
}
