import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newSecret, secretBytes, sign } from '../../src/webhooks/signature.ts';
import { UntrustedWebhook, verify } from '../../src/webhooks/index.ts';
import { anyId, anyJson, anyKey, anySecret, asSecret, delivered, message, now, seconds, secret } from './delivery.ts';

const isTrusted = (...given: Parameters<typeof verify>): boolean => {
  try {
    verify(...given);
    return true;
  } catch (error) {
    if (error instanceof UntrustedWebhook) return false;
    throw error;
  }
};

const anyTime = fc.integer({ min: 0, max: 4_000_000_000 });

describe('a signed body', () => {
  it('is verified with any content, secret and time', () => {
    fc.assert(
      fc.property(anyId, anyTime, anyJson, anySecret, (id, timestamp, body, any) => {
        const sent = delivered({ id, timestamp, body, secrets: [any] });
        const options = { now: new Date(timestamp * 1000) };
        expect(verify(sent.headers, body, any, options)).toEqual(JSON.parse(body));
        expect(verify(new Headers(sent.headers), Buffer.from(body), any, options)).toEqual(JSON.parse(body));
      }),
    );
  });

  it('that is not JSON is refused for another reason than an unsigned one', () => {
    fc.assert(
      fc.property(fc.uint8Array(), anySecret, (body, any) => {
        const signature = sign(any, { id: message.id, timestamp: seconds, body });
        const headers = { ...delivered().headers, 'webhook-signature': signature };
        const text = Buffer.from(body).toString();
        fc.pre(!isJson(text));
        expect(() => verify(headers, body, any, { now })).toThrow(expect.objectContaining({ reason: 'not_json' }));
        const other = { now, tolerance: 300 };
        expect(() => verify(headers, body, secret, other)).toThrow(
          expect.objectContaining({ reason: 'wrong_signature' }),
        );
      }),
    );
  });

  it('is refused if any bit differs', () => {
    const parts = ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'body', 'secret'] as const;
    const anyBit = fc.record({ part: fc.constantFrom(...parts), place: fc.nat(), bit: fc.integer({ min: 0, max: 7 }) });
    fc.assert(
      fc.property(anyJson, anyKey, anyBit, (body, key, { part, place, bit }) => {
        const flipped = (bytes: Uint8Array): Buffer => {
          const copy = Buffer.from(bytes);
          const index = place % copy.length;
          copy[index] = Number(copy[index]) ^ (1 << bit);
          return copy;
        };
        const { headers } = delivered({ body, secrets: [asSecret(key)] });
        expect(isTrusted(headers, body, asSecret(key), { now })).toBe(true);
        if (part === 'body') expect(isTrusted(headers, flipped(Buffer.from(body)), asSecret(key), { now })).toBe(false);
        else if (part === 'secret') expect(isTrusted(headers, body, asSecret(flipped(key)), { now })).toBe(false);
        else {
          // Node reads the bytes of headers as Latin-1.
          const other = flipped(Buffer.from(String(headers[part]), 'latin1')).toString('latin1');
          expect(isTrusted({ ...headers, [part]: other }, body, asSecret(key), { now })).toBe(false);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('requires a secret of 24 to 64 bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (key) => {
        const isSecret = key.length >= 24 && key.length <= 64;
        expect(secretBytes(asSecret(key))).toEqual(isSecret ? Buffer.from(key) : null);
      }),
    );
    expect(secretBytes(newSecret())).toHaveLength(32);
    expect(newSecret()).not.toBe(newSecret());
  });
});

describe('the package and the library of Standard Webhooks', () => {
  // The library uses the clock of the system.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
  afterEach(() => void vi.useRealTimers());

  const verifiesTheirs = (any: string, sent: ReturnType<typeof delivered>): boolean => {
    try {
      new Webhook(any).verify(sent.body, sent.headers);
      return true;
    } catch {
      return false;
    }
  };

  it('make the same signatures and verify each other’s', () => {
    fc.assert(
      fc.property(anyId, anyJson, anySecret, (id, body, any) => {
        const theirs = new Webhook(any).sign(id, now, body);
        const sent = delivered({ id, body, secrets: [any] });
        expect(sent.headers['webhook-signature']).toBe(theirs);
        const rotated = delivered({ id, body, secrets: [secret, any] });
        for (const each of [sent, rotated]) {
          expect(new Webhook(any).verify(body, each.headers)).toEqual(JSON.parse(body));
          expect(verify(each.headers, body, any)).toEqual(JSON.parse(body));
        }
        const headers = { ...sent.headers, 'webhook-signature': `v1a,AAAA ${theirs}` };
        expect(verify(headers, body, any)).toEqual(JSON.parse(body));
      }),
    );
  });

  it('tolerate the same times', () => {
    const anyOffset = fc.oneof(fc.integer({ min: -303, max: -297 }), fc.integer({ min: 297, max: 303 }));
    const anyFraction = fc.integer({ min: 0, max: 999 });
    fc.assert(
      fc.property(anyOffset, anyFraction, (offset, fraction) => {
        vi.setSystemTime(seconds * 1000 + fraction);
        const sent = delivered({ timestamp: seconds + offset });
        expect(isTrusted(sent.headers, sent.body, secret)).toBe(Math.abs(offset) <= 300);
        expect(verifiesTheirs(secret, sent)).toBe(Math.abs(offset) <= 300);
      }),
    );
  });

  it('refuse the same bodies', () => {
    fc.assert(
      fc.property(anyJson, anyJson, (body, other) => {
        const sent = { ...delivered({ body }), body: other };
        expect(isTrusted(sent.headers, sent.body, secret)).toBe(body === other);
        expect(verifiesTheirs(secret, sent)).toBe(body === other);
      }),
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
