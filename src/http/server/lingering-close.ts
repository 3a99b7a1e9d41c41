import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

/**
 * Closes a connection only after the client has sent its whole request (RFC 9112 section 9.6). Node closes it right
 * after the last response. The system then resets the connection of a client that still sends, and discards the
 * response if the client has not read it.
 * @param most the time for the rest of the request to arrive, in milliseconds
 */
export function lingerBeforeClosing(app: FastifyInstance, most: number): void {
  app.server.on('request', (request: IncomingMessage) => {
    const { socket, headers } = request;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    const close = (): void => Socket.prototype.destroySoon.call(socket);
    // Node calls this method after a response with `Connection: close`.
    socket.destroySoon = () => {
      if (request.complete) {
        close();
        return;
      }
      const deadline = setTimeout(() => socket.destroy(), most).unref();
      socket.once('close', () => clearTimeout(deadline)).end();
      request.once('close', close).resume();
    };
  });
}
