import { randomBytes } from 'node:crypto';
import { base62 } from '../store/access/token-text.ts';

let lastMillisecond = 0;
let sequence = 0;

/**
 * 27 base62 digits that sort by time: 48 bits of milliseconds, 16 bits of a counter within the millisecond, 96 random
 * bits (160 bits, like a KSUID).
 */
function sortable(at: Date): string {
  const millisecond = at.getTime();
  sequence = millisecond === lastMillisecond ? (sequence + 1) & 0xffff : 0;
  lastMillisecond = millisecond;
  const random = BigInt(`0x${nextRandom()}`);
  return digits((((BigInt(millisecond) << 16n) | BigInt(sequence)) << 96n) | random);
}

const digits = (number: bigint): string => base62(number, 27);

const randomLength = 12;
let pool = Buffer.alloc(0);
let used = 0;

/** 96 random bits in hex. Fetches 1,000 at a time, because one fetch takes longer than the rest of an id. */
function nextRandom(): string {
  if (used === pool.length) [pool, used] = [randomBytes(randomLength * 1000), 0];
  return pool.toString('hex', used, (used += randomLength));
}

/** The id of a message, also of each of its deliveries. */
export const newMessageId = (at: Date): string => `msg_${sortable(at)}`;

/** Whether a text has the form of a message id. */
export const isMessageId = (text: string): boolean => /^msg_[0-9A-Za-z]{27}$/.test(text);

/** The lowest id that a message of this instant or later can have. */
export const firstMessageIdAt = (at: Date): string => `msg_${digits(BigInt(Math.max(0, at.getTime())) << 112n)}`;

/** The id of the event of a message. */
export const newEventId = (at: Date): string => `evt_${sortable(at)}`;
