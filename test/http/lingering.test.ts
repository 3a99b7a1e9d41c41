import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { head, listen, makeEdge, open, parseAnswer, rest, v1 } from './support.ts';

/** Larger than the socket buffers of the system. */
const large = Buffer.alloc(32 * 2 ** 20, 'x');

const written = (socket: Socket, bytes: Buffer | string): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });

/** The answer, up to the end of what the server sends. The client keeps its side open. */
async function answerOf(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk)));
  await once(socket, 'end');
  return text;
}

describe('a client that closes the connection after its request', () => {
  it.each([
    ['an unknown credential', '/projects', 'nobody', 401],
    ['an unknown path', '/nowhere', 'admin', 404],
    ['a body that is too large', '/projects', 'admin', 413],
    ['an unknown type of body', '/projects', 'admin', 415],
  ])('reads the refusal of %s after it has sent the whole body', async (_, path, credential, status) => {
    const port = await listen(makeEdge());
    const socket = await open(port);
    socket.pause();
    const type = `Content-Type: ${status === 415 ? 'image/png' : 'application/json'}`;
    const length = `Content-Length: ${large.length}`;
    await written(socket, head(`POST ${v1}${path}`, credential, 'Connection: close', type, length));
    await written(socket, large);
    socket.resume();
    expect(parseAnswer(await rest(socket)).status).toBe(status);
  });

  it('is cut off after its answer if it does not send the rest in time', async () => {
    const edge = makeEdge({ timeouts: { linger: 50 } });
    const port = await listen(edge);
    const accepted = once(edge.app.server, 'connection') as Promise<[Socket]>;
    const socket = await open(port);
    const [connection] = await accepted;
    socket.write(head(`POST ${v1}/projects`, 'nobody', 'Connection: close', 'Content-Length: 1000'));
    socket.on('error', () => undefined);
    const closed = once(connection, 'close');
    expect(parseAnswer(await answerOf(socket)).status).toBe(401);
    await closed;
  });
});
