import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

export interface Gateway extends AsyncDisposable {
  readonly url: string;
}

/** Forwards connections to a Postgres server, except those whose first message `refuse` answers. */
export async function startGateway(target: URL, refuse: (start: Buffer) => Buffer | undefined): Promise<Gateway> {
  const server = createServer((client) => {
    client.once('data', (start: Buffer) => {
      const refused = refuse(start);
      if (refused !== undefined) {
        client.end(refused);
        return;
      }
      const upstream = connect(Number(target.port || 5432), target.hostname);
      upstream.write(start);
      client.pipe(upstream);
      upstream.pipe(client);
      upstream.on('error', () => client.destroy());
      client.on('error', () => upstream.destroy());
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

/** Returns the message of a server that refuses a connection. */
export function fatalError(code: string, message: string): Buffer {
  const body = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
