import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { tokens } from '../support/service/template.ts';
import type { Subject } from './subject.ts';

/** Asks for something over many connections and reads none of the answers. */
export const hoardAnswers = ({ url }: Subject, path: string, connections: number): Promise<void> =>
  holding(url, connections, async (socket) => {
    socket.pause();
    socket.write(`${head('GET', path)}\r\n`);
  });

/** Sends all of a body of 15 MiB but its end, over many connections and by all tokens in turn. */
export const stallBodies = ({ url }: Subject, path: string, by: readonly string[]): Promise<void> =>
  holding(url, 80, async (socket, index) => {
    const length = 15 * 2 ** 20;
    const token = by[index % by.length];
    socket.write(`${head('POST', path, token)}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`);
    const piece = Buffer.alloc(2 ** 16, ' ');
    for (let sent = 0; sent < length - piece.length && socket.writable; sent += piece.length) {
      if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
    }
  });

const head = (method: string, path: string, token: string = tokens.first): string =>
  `${method} /api/2023-01${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n`;

/** How long the service is left with what it holds for clients that have gone quiet. */
const patienceMs = 3000;

async function holding(
  url: string,
  connections: number,
  use: (socket: Socket, index: number) => Promise<void>,
): Promise<void> {
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: connections }, () => connect(Number(port), hostname));
  for (const socket of sockets) socket.on('error', () => undefined).setMaxListeners(0);
  for (const [index, socket] of sockets.entries()) use(socket, index).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, patienceMs));
  for (const socket of sockets) socket.destroy();
}
