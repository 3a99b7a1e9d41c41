import type { FastifyRequest } from 'fastify';
import { DatabaseTime } from '../../database/database-time.ts';

declare module 'fastify' {
  interface FastifyRequest {
    databaseTime: DatabaseTime | null;
  }
}

/** The time that a request has waited for the database so far. */
export const databaseTimeOf = (request: FastifyRequest): DatabaseTime => (request.databaseTime ??= new DatabaseTime());
