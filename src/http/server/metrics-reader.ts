import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { Refusal } from '../../refusal.ts';

type Settings = Pick<Config, 'metricsToken' | 'metricsPublic' | 'trustProxy'>;

/**
 * Checks access to the metrics. If a metrics token is configured, the client must send it. Otherwise the client must be
 * on this machine, unless the operator made the metrics public.
 * @throws {Refusal} `unauthenticated` or `forbidden`.
 */
export function checkMetricsReader(
  request: FastifyRequest,
  { metricsToken, metricsPublic, trustProxy }: Settings,
): void {
  if (metricsToken !== null) checkToken(request.headers.authorization, metricsToken);
  else if (!metricsPublic && !isLocal(request, trustProxy)) throw new Refusal('forbidden', notFromHere);
}

const notFromHere =
  'Only this machine may read the metrics. The operator can set METRICS_TOKEN, or METRICS_PUBLIC=1 for everybody.';

/** Compares digests, so the duration reveals nothing about the token. */
function checkToken(authorization: string | undefined, token: string): void {
  const given = (authorization ?? '').replace(/^Bearer +/i, '');
  if (timingSafeEqual(sha256(given), sha256(token))) return;
  throw new Refusal('unauthenticated', 'The metrics need the token that the operator has set.');
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Whether the client itself is on this machine. A proxy on this machine forwards requests of others. If the proxy is
 * trusted, its client address counts. If no proxy is trusted, a forwarded request counts as remote.
 */
function isLocal({ ip, socket, headers }: FastifyRequest, trustProxy: Config['trustProxy']): boolean {
  const trustsNone = Array.isArray(trustProxy) ? trustProxy.length === 0 : trustProxy === 0;
  const isPassedOn = forwarding.some((name) => headers[name] !== undefined);
  return isLoopback(ip) && isLoopback(socket.remoteAddress ?? '') && !(trustsNone && isPassedOn);
}

const forwarding = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'];

const isLoopback = (address: string): boolean => /^(?:::ffff:)?127\.|^::1$/i.test(address);
