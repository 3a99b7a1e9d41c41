import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Gateway extends AsyncDisposable {
  readonly url: string;
}

export interface GatewayRules {
  /** Refuses a connection by its first message; undefined lets it through. */
  readonly refuse?: (start: Buffer) => Buffer | undefined;
  /** Hears what is asked. */
  readonly heard?: (asked: Buffer) => void;
  /** Every answer waits for it. */
  readonly answering?: () => Promise<void>;
}

/** Passes everything on to a Postgres server and back, as far as the rules let it. */
export async function startGateway(target: URL, { refuse, heard, answering }: GatewayRules): Promise<Gateway> {
  const server = createServer((client) => {
    client.once('data', (start: Buffer) => {
      const refused = refuse?.(start);
      if (refused !== undefined) {
        client.end(refused);
        return;
      }
      const upstream = connect(Number(target.port || 5432), target.hostname);
      upstream.write(start);
      client.on('data', (asked: Buffer) => heard?.(asked)).pipe(upstream);
      upstream.on('error', () => client.destroy());
      client.on('error', () => upstream.destroy());
      answer(upstream, client, answering).catch(() => client.destroy());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(upstream: Socket, client: Socket, answering?: () => Promise<void>): Promise<void> {
  for await (const chunk of upstream as AsyncIterable<Buffer>) {
    await answering?.();
    client.write(chunk);
  }
  client.end();
}

/** The answer of a server that refuses a connection. */
export function fatalError(code: string, message: string): Buffer {
  const body = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
