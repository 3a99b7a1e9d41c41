import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { tokens } from '../support/service/template.ts';
import type { Subject } from './subject.ts';

/** Sends requests over many connections and reads none of the responses. */
export const hoardAnswers = ({ url }: Subject, path: string, connections: number): Promise<void> =>
  holding(url, connections, async (socket) => {
    socket.pause();
    socket.write(`${head('GET', path)}\r\n`);
  });

/** Sends bodies of 15 MiB without their end, over many connections, with each token in turn. */
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

/** The time for which the clients stay quiet before they disconnect. */
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
