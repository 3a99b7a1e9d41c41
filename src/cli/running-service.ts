import { Refusal, type Problem, type RefusalCode } from '../refusal.ts';
import { apiPrefix } from '../version.ts';

/** A running service, and a token of the account. */
export interface Service {
  /** With or without the path of the API. */
  readonly url: string;
  readonly token: string;
}

interface Answer {
  readonly body: unknown;
  readonly headers: Headers;
}

/**
 * Sends a request to a path below the version prefix.
 * @throws {Refusal} with the service's own reason if it refuses, or if the address does not respond like Plumbline.
 */
export async function askService(service: Service, method: string, path: string, body?: object): Promise<Answer> {
  const response = await send(service, method, path, body);
  const text = await response.text();
  const answered = text === '' ? null : parse(text);
  if (!response.ok) throw refusalOf(answered, `${service.url} answered with status ${response.status}.`);
  if (answered === undefined) throw new Refusal('unavailable', `The server at ${service.url} is not Plumbline.`);
  return { body: answered, headers: response.headers };
}

async function send({ url, token }: Service, method: string, path: string, body?: object): Promise<Response> {
  try {
    return await fetch(`${baseOf(url)}${apiPrefix}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patienceMs),
    });
  } catch (cause) {
    throw new Refusal('unavailable', `No service answers at ${url}.`, { cause });
  }
}

function baseOf(url: string): string {
  const base = url.replace(/\/+$/, '');
  return base.endsWith(apiPrefix) ? base.slice(0, -apiPrefix.length) : base;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusalOf(answered: unknown, otherwise: string): Refusal {
  const problem = (answered ?? {}) as { code?: RefusalCode; detail?: string; errors?: Problem[] };
  if (problem.code === undefined || problem.detail === undefined) return new Refusal('unavailable', otherwise);
  return new Refusal(problem.code, problem.detail, { problems: problem.errors ?? [] });
}

const patienceMs = 30_000;
