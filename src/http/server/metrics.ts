import { createHash, timingSafeEqual } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { AggregatorRegistry, collectDefaultMetrics, Counter, Histogram, Registry, Gauge } from 'prom-client';
import type { FastifyRequest } from 'fastify';
import type { Peers } from '../../cluster/messages.ts';
import { Refusal } from '../../refusal.ts';
import type { DeliveryMetrics, DueDeliveries } from '../../events/delivery-metrics.ts';
import type { Config } from '../../config.ts';
import type { BackupMetrics } from '../../transfer/backups/backup-status.ts';
import { backupMetrics } from './backup-metrics.ts';
import { type RequestMetrics, requestMetrics } from './request-telemetry.ts';

/** The metrics of the service across all its processes. */
export interface Metrics extends RequestMetrics {
  readonly contentType: string;
  /** The metrics in the Prometheus text format. */
  readonly text: () => Promise<string>;
  readonly deliveries: DeliveryMetrics;
  readonly backups: BackupMetrics;
}

/** Each server has its own registry. */
export function createMetrics(peers?: Peers): Metrics {
  const registry = new Registry();
  peers?.onAsked(() => registry.getMetricsAsJSON());
  collectDefaultMetrics({ register: registry });
  return {
    contentType: registry.contentType,
    text: async () => (peers ? await textOfAll(registry, peers) : await registry.metrics()),
    ...requestMetrics(registry),
    deliveries: deliveryMetrics(registry),
    backups: backupMetrics(registry),
  };
}

/** Combines the metrics of all processes. The library defines the aggregation of each metric: usually the sum. */
async function textOfAll(registry: Registry, peers: Peers): Promise<string> {
  const others = await peers.measured().catch((cause: unknown) => {
    throw new Refusal('unavailable', 'A process of the service does not report its metrics.', { cause });
  });
  return await AggregatorRegistry.aggregate([await registry.getMetricsAsJSON(), ...others]).metrics();
}

/** The metrics of webhook deliveries. */
function deliveryMetrics(registry: Registry): DeliveryMetrics {
  const registers = [registry];
  const inFlight = new Gauge({
    name: 'webhook_deliveries_in_flight',
    help: 'Deliveries in flight.',
    registers,
  });
  const attempts = new Histogram({
    name: 'webhook_attempt_duration_seconds',
    help: 'Duration of a delivery attempt by outcome: received, failed, or given_up (the last failure).',
    labelNames: ['outcome'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers,
  });
  const switchedOff = new Counter({
    name: 'webhooks_switched_off_total',
    help: 'Webhooks that the service disabled: failing (failed for days) or gone (answered 410).',
    labelNames: ['reason'],
    registers,
  });
  return {
    inFlight: (change) => inFlight.inc(change),
    onAttempt: (outcome, seconds) => attempts.observe({ outcome }, seconds),
    onSwitchedOff: (reason) => switchedOff.inc({ reason }),
    onAsked: dueDeliveries(registry),
  };
}

/** The counts from the database. Every process reports the same values, so they are not summed. */
function dueDeliveries(registry: Registry): DeliveryMetrics['onAsked'] {
  const shared = { aggregator: 'max' as const, registers: [registry] };
  let measure: () => Promise<DueDeliveries> = async () => ({ count: 0, oldestSeconds: 0 });
  let measuring: Promise<DueDeliveries> | undefined;
  const measured = (): Promise<DueDeliveries> =>
    (measuring ??= measure()
      // If the database is unavailable, the other metrics must still be reported.
      .catch(() => ({ count: NaN, oldestSeconds: NaN }))
      .finally(() => (measuring = undefined)));
  const oldest: Gauge = new Gauge({
    name: 'webhook_deliveries_oldest_due_seconds',
    help: 'How long the oldest due delivery has been waiting.',
    collect: async () => oldest.set((await measured()).oldestSeconds),
    ...shared,
  });
  const due: Gauge = new Gauge({
    name: 'webhook_deliveries_due',
    help: 'Deliveries that are due but not in flight.',
    collect: async () => due.set((await measured()).count),
    ...shared,
  });
  return (counting) => void (measure = counting);
}

type Settings = Pick<Config, 'metricsToken' | 'metricsPublic' | 'trustProxy' | 'publicUrl'>;

/**
 * Checks access to the metrics. If a metrics token is configured, the client must send it. Otherwise the client must be
 * on this machine, unless the operator made the metrics public.
 * @throws {Refusal} `unauthenticated` or `forbidden`.
 */
export function checkMetricsReader(
  request: FastifyRequest,
  { metricsToken, metricsPublic, trustProxy, publicUrl }: Settings,
): void {
  if (metricsToken !== null) checkToken(request.headers.authorization, metricsToken);
  else if (!metricsPublic && !isLocal(request, trustProxy)) throw new Refusal('forbidden', notFromHere);
  else if (!metricsPublic && !isToThisMachine(request, publicUrl)) throw new Refusal('forbidden', byForeignName);
}

const orSet = 'The operator can set METRICS_TOKEN, or METRICS_PUBLIC=1 for everybody.';
const notFromHere = `Only this machine may read the metrics. ${orSet}`;
const byForeignName = `Read the metrics at localhost, a loopback address, or the host of PUBLIC_URL. ${orSet}`;

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

/**
 * Whether the request names a host that only the operator can point to this machine. The name of another site may lead
 * here too (DNS rebinding), and its pages could then read the answer. Such a page cannot choose the header `Host`, but it
 * can add `X-Forwarded-Host`, so both names must be right.
 */
function isToThisMachine({ headers, host }: FastifyRequest, publicUrl: string | null): boolean {
  const own = ['localhost', '[::1]', publicUrl === null ? 'localhost' : new URL(publicUrl).hostname];
  return [`http://${headers.host}`, `http://${host}`].every((url) => {
    const name = URL.canParse(url) ? new URL(url).hostname : '';
    return own.includes(name) || (isIPv4(name) && isLoopback(name));
  });
}
