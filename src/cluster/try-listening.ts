import { createServer } from 'node:net';

/** Rejects if the process cannot listen on the address. Call it before work that must not begin in that case. */
export async function tryListening({ host, port }: { host: string; port: number }): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  await new Promise((resolve) => server.close(resolve));
}
