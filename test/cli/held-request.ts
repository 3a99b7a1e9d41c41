import { once } from 'node:events';
import { connect } from 'node:net';
import { tokens } from '../support/service/template.ts';
import type { Serving } from './program.ts';

/** Begins a request and does not end it. */
export async function heldRequest(service: Serving) {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  const head = [
    'POST /api/2023-01/projects HTTP/1.1',
    `Host: ${hostname}`,
    `Authorization: Bearer ${tokens.first}`,
    'Content-Type: application/json',
    'Content-Length: 100',
    'Expect: 100-continue',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await once(socket, 'data');
  socket.on('error', () => undefined);
  return socket;
}
