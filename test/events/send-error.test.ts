import { expect, it } from 'vitest';
import { sendErrorOf } from '../../src/events/send-error.ts';

const ofSystem = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code });

it.each([
  ['ECONNREFUSED', 'connection_refused'],
  ['ECONNRESET', 'connection_lost'],
  ['EPIPE', 'connection_lost'],
  ['ETIMEDOUT', 'timeout'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ENETUNREACH', 'unreachable'],
  ['EACCES', 'unreachable'],
  ['EPROTO', 'tls_failed'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls_failed'],
  ['HPE_INVALID_CONSTANT', 'invalid_answer'],
  ['EMFILE', 'failed'],
  ['', 'failed'],
])('the system error %s is reported as %s', (code, told) => {
  expect(sendErrorOf(ofSystem(code), false)).toBe(told);
  expect(sendErrorOf(ofSystem(code), true)).toBe('tls_failed');
});
