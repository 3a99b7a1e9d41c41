import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { getDefaultAutoSelectFamily, setDefaultAutoSelectFamily } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type AddressRules, type Resolve, safeLookup } from '../../src/events/safe-address.ts';
import { builtProgram } from '../support/programs/built.ts';
import { receiverTest } from '../support/delivery/certificate.ts';
import { addresses, makeSender, none, rawReceiving, receiving, send, whole } from './support.ts';

describe('a message', () => {
  it('is posted unchanged', async () => {
    const receiver = await receiving(() => ({ body: 'thanks' }));
    const headers = { 'content-type': 'application/json', 'webhook-id': 'msg_1', 'X-Mixed': 'Case' };
    const reception = await send(`${receiver.url}/crm?token=a%20b`, { headers, body: '{"name":"Dübendorf 🏗"}' });
    expect(reception).toEqual({ ...whole, response: 'thanks' });
    expect(receiver.deliveries).toMatchObject([
      { method: 'POST', path: '/crm?token=a%20b', body: '{"name":"Dübendorf 🏗"}' },
    ]);
    expect(receiver.deliveries[0]?.headers).toEqual({
      host: `127.0.0.1:${receiver.port}`,
      'user-agent': 'Plumbline/test',
      'accept-encoding': 'identity',
      'content-length': '26',
      'content-type': 'application/json',
      'webhook-id': 'msg_1',
      'x-mixed': 'Case',
      connection: 'keep-alive',
    });
  });

  it('has the host of its address in the header Host', async () => {
    const receiver = await receiving();
    await send(`http://Hooks.Example.com:${receiver.port}#crm`);
    expect(receiver.deliveries).toMatchObject([{ path: '/', headers: { host: `hooks.example.com:${receiver.port}` } }]);
  });

  it('can be empty', async () => {
    const receiver = await receiving();
    expect(await send(receiver.url, { body: '' })).toEqual(whole);
    expect(receiver.deliveries).toMatchObject([{ body: '', headers: { 'content-length': '0' } }]);
  });

  it('cannot set a header that the sender controls', async () => {
    const receiver = await receiving();
    const headers = {
      Host: 'other.example.com',
      'Content-Length': '1',
      'TRANSFER-ENCODING': 'chunked',
      Connection: 'close',
      Expect: '100-continue',
      Upgrade: 'h2c',
      'User-Agent': 'Mallory',
      'Accept-Encoding': 'gzip',
    };
    expect(await send(receiver.url, { headers })).toEqual(whole);
    expect(receiver.deliveries[0]?.headers).toEqual({
      host: `127.0.0.1:${receiver.port}`,
      'user-agent': 'Plumbline/test',
      'accept-encoding': 'identity',
      'content-length': '7',
      connection: 'keep-alive',
    });
  });

  it.each([{ 'X-Secret': 'a\r\nHost: b' }, { 'X-Name': '🏗' }, { 'X Name': 'a' }])(
    'is not sent with a header that HTTP cannot carry: %j',
    async (headers) => {
      const receiver = await receiving();
      expect(await send(receiver.url, { headers })).toEqual(none('invalid_request'));
      expect(receiver.connections).toBe(0);
    },
  );

  it.each(['', 'crm', 'ftp://127.0.0.1/', 'file:///etc/passwd', 'http://'])(
    'is not sent to an address that is not HTTP: %j',
    async (url) => {
      expect(await send(url)).toEqual(none('invalid_address'));
    },
  );
});

describe('a private address', () => {
  const strict = (resolve: Resolve): AddressRules => ({ allowPrivate: false, resolve });

  it.each([
    ...['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '127.0.0.1.', '0', '10.0.0.1', '169.254.169.254'],
    ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[fd00::1]'],
    ...['localhost', 'db.internal', 'printer.local', 'intranet'],
  ])('gets no message in any notation: %s', async (host) => {
    const receiver = await receiving();
    const sender = makeSender(strict(addresses('93.184.215.14')));
    expect(await send(`http://${host}:${receiver.port}/`, {}, sender)).toEqual(none('unsafe_address'));
    expect(await send(`https://${host}:${receiver.port}/`, {}, sender)).toEqual(none('unsafe_address'));
    expect(receiver.connections).toBe(0);
  });

  it.each([true, false])(
    'gets no message through a name that used to be public (trying families: %s)',
    async (isSelecting) => {
      const usual = getDefaultAutoSelectFamily();
      setDefaultAutoSelectFamily(isSelecting);
      onTestFinished(() => setDefaultAutoSelectFamily(usual));
      const receiver = await receiving();
      for (const later of [['127.0.0.1'], ['127.0.0.1', '::1'], ['::ffff:127.0.0.1']]) {
        const sender = makeSender(strict(addresses(...later)));
        const url = `http://hooks.example.com:${receiver.port}/`;
        expect(await send(url, {}, sender)).toEqual(none('unsafe_address'));
        expect(await send(url.replace('http:', 'https:'), {}, sender)).toEqual(none('unsafe_address'));
      }
      expect(receiver.connections).toBe(0);
    },
  );

  it('gets no message even if the connection is already made', async () => {
    const receiver = await receiving();
    let asked = 0;
    // The rules allow private addresses until the connection is made.
    const rules = {
      resolve: () => Promise.reject(new Error('nobody asks')),
      get allowPrivate() {
        return (asked += 1) === 1;
      },
    };
    expect(await send(receiver.url, {}, makeSender(rules))).toEqual(none('unsafe_address'));
    expect([asked, receiver.connections, receiver.deliveries]).toEqual([2, 1, []]);
  });

  it('gets messages if the rules allow it', async () => {
    const receiver = await receiving();
    for (const host of ['127.0.0.1', 'localhost', 'hooks.example.com']) {
      expect(await send(`http://${host}:${receiver.port}/`)).toEqual(whole);
    }
  });

  it('is left out of the addresses of a name', async () => {
    const found = addresses('10.0.0.1', '93.184.215.14', '::1', '2606:4700:4700::1111');
    const lookup = (all: boolean): Promise<unknown[]> =>
      new Promise((resolve) => {
        safeLookup(strict(found))('hooks.example.com', { all }, (...handed) => resolve(handed));
      });
    const left = [
      { address: '93.184.215.14', family: 4 },
      { address: '2606:4700:4700::1111', family: 6 },
    ];
    expect(await lookup(true)).toEqual([null, left]);
    expect(await lookup(false)).toEqual([null, '93.184.215.14', 4]);
  });
});

describe('TLS', () => {
  beforeAll(builtProgram);

  it('fails with an untrusted certificate', async () => {
    const receiver = await receiving(undefined, receiverTest);
    expect(await send(`https://receiver.test:${receiver.port}/`)).toEqual(none('tls_failed'));
    expect(receiver.deliveries).toEqual([]);
  });

  it('fails with a receiver that does not speak TLS', async () => {
    const receiver = await receiving();
    expect(await send(receiver.url.replace('http:', 'https:'))).toEqual(none('tls_failed'));
    expect(receiver.deliveries).toEqual([]);
  });

  it('fails if the receiver closes the connection during the handshake', async () => {
    const receiver = await rawReceiving((socket) => socket.resetAndDestroy());
    expect(await send(receiver.url.replace('http:', 'https:'))).toEqual(none('tls_failed'));
  });

  // A process reads its trusted certificates when it starts, so this test starts one. It ends by itself, which shows
  // that the sender leaves nothing open.
  it('succeeds only with a trusted certificate for the name, even with NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
    const receiver = await receiving(
      () => (receiver.deliveries.length % 2 === 0 ? 'destroy' : { body: 'ok' }),
      receiverTest,
    );
    const folder = await mkdtemp(join(tmpdir(), 'plumbline-tls-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'trusted.pem'), receiverTest.cert);
    const urls = ['receiver.test', 'receiver.test', 'other.test', 'receiver.test'].map(
      (host) => `https://${host}:${receiver.port}/`,
    );
    const program = `
      const { Sender } = await import(process.argv[1]);
      const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
      const sender = new Sender({ rules: { allowPrivate: true, resolve }, userAgent: 'Plumbline' });
      const receptions = [];
      for (const url of process.argv.slice(2)) receptions.push(await sender.send({ url, headers: {}, body: '' }));
      console.log(JSON.stringify(receptions));`;
    const sender = join(await builtProgram(), '../../events/sender.js');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', program, sender, ...urls],
      { env: { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'trusted.pem'), NODE_TLS_REJECT_UNAUTHORIZED: '0' } },
    );
    const answered = { ...whole, response: 'ok' };
    expect(JSON.parse(stdout)).toEqual([answered, answered, none('tls_failed'), none('connection_lost')]);
    // The sender sent the second message twice, because the receiver closed the reused connection.
    expect(receiver.deliveries.map(({ headers }) => headers.host)).toEqual(Array(4).fill(new URL(urls[0] ?? '').host));
    expect(receiver.connections).toBe(4);
  });
});
