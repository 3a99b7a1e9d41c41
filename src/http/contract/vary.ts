import type { FastifyReply } from 'fastify';

/** Adds a request header to the response's `Vary` header. */
export function vary(reply: FastifyReply, header: string): void {
  const given = reply.getHeader('vary');
  reply.header('vary', given === undefined ? header : `${String(given)}, ${header}`);
}
