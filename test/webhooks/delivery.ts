import fc from 'fast-check';
import { newSecret, sign } from '../../src/webhooks/index.ts';

/** A delivery with the header names of Standard Webhooks 1.0. */
export interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The message in a delivery. */
export const message = {
  id: 'msg_0EGAbWIj0fZAgvq9iri63O7nZYT',
  event_type: 'project.create',
  event_id: 'evt_0EGAbWIj0fbyii7D76pHQDpGBjV',
  payload: { id: '12', url: 'https://crm.example.com/api/2023-01/projects/12' },
  timestamp: '2026-03-02T15:00:00Z',
};

/** The time at which tests send and receive by default. */
export const now = new Date('2026-03-02T15:00:00.600Z');
export const seconds = Math.floor(now.getTime() / 1000);

export const secret = newSecret();

/** Returns a trusted delivery. */
export function delivered({
  id = message.id,
  timestamp = seconds,
  body = JSON.stringify(message),
  secrets = [secret],
}: {
  id?: string;
  timestamp?: number;
  body?: string;
  secrets?: string[];
} = {}): Delivery {
  const signatures = secrets.map((one) => sign(one, { id, timestamp, body }));
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
  return { headers, body };
}

export const asSecret = (key: Uint8Array): string => `whsec_${Buffer.from(key).toString('base64')}`;

export const anyKey = fc.uint8Array({ minLength: 24, maxLength: 64 });
export const anySecret = anyKey.map(asSecret);
export const anyId = fc.stringMatching(/^msg_[0-9A-Za-z]{27}$/);
/** Any JSON text, with every kind of character. */
export const anyJson = fc.jsonValue({ stringUnit: 'binary' }).map((value) => JSON.stringify(value));
