import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../refusal.ts';

/** Once the server starts to close, it refuses new requests and closes each connection after its response. */
export function refuseWhileClosing(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onRequest', async () => {
    if (closing) throw new Refusal('unavailable', 'The service is stopping.', { retryAfterSeconds: 1 });
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
}

/** Stops accepting requests, waits for running ones up to the timeout, then closes the remaining connections. */
export async function stopServer(app: FastifyInstance, timeoutSeconds: number): Promise<void> {
  const deadline = setTimeout(() => app.server.closeAllConnections(), timeoutSeconds * 1000);
  await app.close();
  clearTimeout(deadline);
}
