import { createServer } from 'node:net';

/** Fails as listening on an address would, for work that must not begin when that fails. */
export async function tryListening({ host, port }: { host: string; port: number }): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  await new Promise((resolve) => server.close(resolve));
}
