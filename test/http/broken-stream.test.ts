import { connect } from 'node:net';
import { expect, it } from 'vitest';
import type { Operation } from '../../src/http/contract/operation.ts';
import { head, listen, makeEdge, v1 } from './support.ts';

async function* failing() {
  yield await Promise.resolve('the first part');
  throw new Error('the database has gone');
}

const operation: Operation = {
  ...{ id: 'file', method: 'GET', path: '/file', summary: '', tag: 'projects', scope: 'read', query: [], status: 200 },
  handle: async () => ({ status: 200, headers: { 'content-type': 'text/csv' }, stream: failing }),
};

it('a file that cannot be finished breaks off without its end, so that it does not look complete', async () => {
  const edge = makeEdge({ operations: [operation] });
  const socket = connect(await listen(edge), '127.0.0.1');
  socket.write(head(`GET ${v1}/file`, 'reader'));
  let text = '';
  for await (const chunk of socket as AsyncIterable<Buffer>) text += chunk.toString('latin1');
  expect(text).toMatch(/^HTTP\/1\.1 200[^]*the first part\r\n$/);
  expect(text).not.toContain('\r\n0\r\n');
  expect(edge.log).toContainEqual(
    expect.objectContaining({
      ...{ level: 'error', msg: 'an answer broke off', request_id: expect.stringMatching(/^req_/) },
      err: expect.objectContaining({ message: 'the database has gone' }),
    }),
  );
});
