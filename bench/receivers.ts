// Webhook receivers in their own thread, so that they do not wait for the client that makes the changes.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, Worker } from 'node:worker_threads';

/** The counts of all receivers. */
export interface Received {
  /** Distinct messages: the minimum of all receivers. */
  readonly messages: number;
  readonly deliveries: number;
  /** The delays after the change in milliseconds, ascending. */
  readonly latencies: readonly number[];
}

export interface Receivers {
  readonly addresses: readonly string[];
  received(): Promise<Received>;
  stop(): Promise<unknown>;
}

/** Starts `count` receivers, each at its own address. */
export async function startReceivers(count: number): Promise<Receivers> {
  const worker = new Worker(new URL(import.meta.url), { argv: [String(count)] });
  const [addresses] = (await once(worker, 'message')) as [string[]];
  return {
    addresses,
    received: async () => {
      worker.postMessage('count');
      const [received] = (await once(worker, 'message')) as [Received];
      return received;
    },
    stop: () => worker.terminate(),
  };
}

async function receive(count: number): Promise<void> {
  const latencies: number[] = [];
  const seen: Set<string>[] = [];
  const addresses: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const ids = new Set<string>();
    const server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (piece: string) => (body += piece));
      request.on('end', () => {
        const { id, timestamp } = JSON.parse(body) as { id: string; timestamp: string };
        ids.add(id);
        latencies.push(Date.now() - Date.parse(timestamp));
        response.writeHead(204).end();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    seen.push(ids);
    addresses.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`);
  }
  parentPort?.on('message', () => {
    const messages = Math.min(...seen.map(({ size }) => size));
    const sorted = [...latencies].sort((one, other) => one - other);
    parentPort?.postMessage({ messages, deliveries: latencies.length, latencies: sorted } satisfies Received);
  });
  parentPort?.postMessage(addresses);
}

if (parentPort) await receive(Number(process.argv[2]));
