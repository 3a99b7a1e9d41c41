import type { FastifyRequest } from 'fastify';

/** Whether the client has the content with this entity tag. A compressing proxy turns the tag into a weak one. */
export const isHeld = ({ headers }: FastifyRequest, etag: string): boolean =>
  headers['if-none-match']?.replace(/^W\//, '') === etag;
