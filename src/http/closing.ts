import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusal.ts';

/** Once the server closes, what still arrives is refused and every connection ends with its answer. */
export function refuseWhileClosing(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onRequest', async () => {
    if (closing) throw new Refusal('unavailable', 'The service is being stopped.', { headers: { 'Retry-After': '1' } });
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
}

/** Stops accepting, lets what runs come to its end for as long as allowed, then cuts what is left. */
export async function stopServer(app: FastifyInstance, timeoutSeconds: number): Promise<void> {
  const deadline = setTimeout(() => app.server.closeAllConnections(), timeoutSeconds * 1000);
  await app.close();
  clearTimeout(deadline);
}
