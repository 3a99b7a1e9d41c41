import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, test } from 'vitest';
import { newSecret, sign, UntrustedWebhook, verify, type WebhookHeaders } from '../../src/webhooks/index.ts';
import { delivered, message, now, seconds, secret } from './delivery.ts';

/** Returns the reason why `verify` refuses a delivery. Throws if it accepts the delivery. */
function reasonOf(headers: WebhookHeaders, body: string | Uint8Array, at = now): string {
  try {
    verify(headers, body, secret, { now: at });
  } catch (error) {
    expect(error).toBeInstanceOf(UntrustedWebhook);
    expect(error).toMatchObject({ name: 'UntrustedWebhook', message: expect.stringMatching(/^[A-Z].*\.$/) });
    return (error as UntrustedWebhook).reason;
  }
  throw new Error('It was trusted.');
}

const at = (offset: number): Date => new Date((seconds + offset) * 1000);

describe('verify', () => {
  it('returns the message for a body as text or as bytes', () => {
    const { headers, body } = delivered();
    expect(verify(headers, body, secret, { now })).toEqual(message);
    expect(verify(headers, Buffer.from(body), secret, { now })).toEqual(message);
    expect(verify(headers, new TextEncoder().encode(body), secret, { now })).toEqual(message);
  });

  it('uses the clock of the system by default', () => {
    const timestamp = Math.floor(Date.now() / 1000);
    const { headers, body } = delivered({ timestamp });
    expect(verify(headers, body, secret)).toEqual(message);
    expect(() => verify(delivered().headers, body, secret)).toThrow(UntrustedWebhook);
  });

  it('agrees with the signature that Standard Webhooks has published', () => {
    const published = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const [id, timestamp, body] = ['msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, '{"test": 2432232314}'];
    const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
    expect(sign(published, { id, timestamp, body })).toBe(signature);
    const headers = { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature };
    expect(verify(headers, body, published, { now: new Date(timestamp * 1000) })).toEqual({ test: 2432232314 });
  });

  it('accepts headers in every common form', () => {
    const { headers, body } = delivered();
    const forms: WebhookHeaders[] = [
      new Headers(headers),
      new Map(Object.entries(headers)),
      { ...headers, host: 'localhost', 'set-cookie': ['a', 'b'], via: undefined },
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
      Object.assign(Object.create(null) as Record<string, string>, headers),
    ];
    for (const form of forms) expect(verify(form, body, secret, { now })).toEqual(message);
  });

  it('accepts the headers of a Node request and of a web request', async () => {
    const sent = delivered();
    await using server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const request = new Request(`http://127.0.0.1:${port}`, { method: 'POST', ...sent });
    expect(verify(request.headers, await request.clone().text(), secret, { now })).toEqual(message);
    const answer = fetch(request);
    const [received, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
    const body = await buffer(received);
    response.end();
    await answer;
    expect(verify(received.headers, body, secret, { now })).toEqual(message);
    expect(verify(received.headersDistinct, body, secret, { now })).toEqual(message);
  });

  it('accepts the second of several signatures, and the second of several secrets', () => {
    const old = newSecret();
    const both = delivered({ secrets: [secret, old] });
    for (const known of [secret, old, [secret], [newSecret(), old]]) {
      expect(verify(both.headers, both.body, known, { now })).toEqual(message);
    }
    const lines = { ...both.headers, 'webhook-signature': both.headers['webhook-signature']?.split(' ') };
    expect(verify(lines, both.body, old, { now })).toEqual(message);
    const one = delivered({ secrets: [old] });
    expect(verify(one.headers, one.body, [secret, old], { now })).toEqual(message);
    expect(reasonOf(one.headers, one.body)).toBe('wrong_signature');
  });

  it('ignores signatures of other versions', () => {
    const { headers, body } = delivered();
    const signature = String(headers['webhook-signature']);
    const others = `v1a,${'A'.repeat(86)}== v2,é `;
    expect(verify({ ...headers, 'webhook-signature': `${others} ${signature}` }, body, secret, { now })).toEqual(
      message,
    );
    for (const wrong of [others, signature.replace('v1', 'v1a'), signature.replace('v1', 'V1'), signature.slice(3)]) {
      expect(reasonOf({ ...headers, 'webhook-signature': wrong }, body)).toBe('wrong_signature');
    }
  });

  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('refuses a request without %s', (name) => {
    const { headers, body } = delivered();
    for (const absent of ['', undefined, [] as string[]]) {
      expect(reasonOf({ ...headers, [name]: absent }, body)).toBe('missing_headers');
    }
    expect(reasonOf({}, body)).toBe('missing_headers');
  });

  it('refuses a duplicate id or time', () => {
    const { headers, body } = delivered();
    expect(reasonOf({ ...headers, 'Webhook-Id': message.id }, body)).toBe('wrong_signature');
    expect(reasonOf({ ...headers, 'webhook-timestamp': [String(seconds), '1'] }, body)).toBe('invalid_timestamp');
  });

  test.each(['soon', '1.5e9', `0${seconds}`, `+${seconds}`, '-1', `${seconds}.0`, ` ${seconds}`, '٣', '9'.repeat(16)])(
    'refuses %j as a time',
    (timestamp) => {
      const { headers, body } = delivered();
      expect(reasonOf({ ...headers, 'webhook-timestamp': timestamp }, body)).toBe('invalid_timestamp');
    },
  );

  it('tolerates five minutes in both directions, to the second', () => {
    const { headers, body } = delivered();
    for (const offset of [-300, 0, 300, 300.999]) {
      expect(verify(headers, body, secret, { now: at(offset) })).toEqual(message);
    }
    expect(reasonOf(headers, body, at(301))).toBe('too_old');
    expect(reasonOf(headers, body, at(-300.001))).toBe('too_new');
  });

  it('tolerates the difference in time that its option sets', () => {
    const { headers, body } = delivered();
    expect(verify(headers, body, secret, { now: at(60), tolerance: 60 })).toEqual(message);
    expect(() => verify(headers, body, secret, { now: at(61), tolerance: 60 })).toThrow('too old');
    expect(() => verify(headers, body, secret, { now: at(-1), tolerance: 0 })).toThrow('in the future');
    expect(verify(headers, body, secret, { now: at(1e9), tolerance: Infinity })).toEqual(message);
  });

  test.each(['', 'ok', '{"id":', '\uFEFF{}'])('refuses the body %j even if it is signed', (body) => {
    expect(reasonOf(delivered({ body }).headers, body)).toBe('not_json');
    expect(reasonOf(delivered({ body }).headers, Buffer.from(body))).toBe('not_json');
  });

  it('refuses bytes that are not UTF-8 even if they are signed', () => {
    const body = Buffer.from('{"name":"Caf\xe9"}', 'latin1');
    const signature = sign(secret, { id: message.id, timestamp: seconds, body });
    expect(reasonOf({ ...delivered().headers, 'webhook-signature': signature }, body)).toBe('not_json');
  });

  it('does not parse a body that is not signed', () => {
    const { headers } = delivered();
    expect(reasonOf(headers, 'no JSON')).toBe('wrong_signature');
    expect(reasonOf(headers, JSON.stringify(message, null, 1))).toBe('wrong_signature');
  });
});

describe('a wrong argument', () => {
  const key = (length: number): string => `whsec_${Buffer.alloc(length, 1).toString('base64')}`;
  const none = [
    undefined,
    '',
    'secret',
    key(32).slice(6),
    `${key(32)}\n`,
    key(23),
    key(65),
    `whsec_${'-_'.repeat(16)}`,
  ];

  test.each([...none, [], [secret, undefined], [secret, 'secret']].map((given) => [given]))(
    'throws a TypeError if %j is the secret',
    (given) => {
      const { headers, body } = delivered();
      expect(() => verify(headers, body, given as string[], { now })).toThrow(TypeError);
      expect(() => verify({}, body, given as string[], { now })).toThrow(TypeError);
    },
  );

  it('throws an error without the text of the secret', () => {
    expect(() => sign(key(23), { id: 'msg_1', timestamp: 1, body: '' })).toThrow(
      /^A secret must be whsec_ and 24 to 64 bytes/,
    );
  });

  it('throws a TypeError if the body is already parsed', () => {
    expect(() => verify(delivered().headers, message as unknown as string, secret, { now })).toThrow(TypeError);
  });

  it('throws a TypeError if the time or the tolerance is not valid', () => {
    const { headers, body } = delivered();
    for (const options of [{ now: new Date(NaN) }, { now, tolerance: NaN }, { now, tolerance: -1 }]) {
      expect(() => verify(headers, body, secret, options)).toThrow(TypeError);
    }
  });

  it('throws a TypeError if no receiver would trust the signature', () => {
    const signed = { id: 'msg_1', timestamp: seconds, body: '{}' };
    expect(() => sign(secret, { ...signed, id: 'msg_1.1772463600' })).toThrow(TypeError);
    expect(() => sign(secret, { ...signed, timestamp: now.getTime() / 1000 })).toThrow(TypeError);
  });
});
