import type { Random } from './random.ts';
import type { RawRequest } from './raw-http.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

/** Bytes that are no HTTP, or HTTP that two programs may read in two ways. */
const kinds: readonly ((authorization: string, random: Random) => string)[] = [
  () => '\r\n\r\n\r\n',
  () => 'GET\r\n\r\n',
  () => 'GET /api/2023-01/projects\r\n\r\n',
  () => 'GET /health HTTP/9.9\r\nhost: x\r\n\r\n',
  () => 'get /health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  () => 'GET /health HTTP/1.1\r\nconnection: close\r\n\r\n',
  () => 'GET /health HTTP/1.0\r\n\r\n',
  () => 'GET /health HTTP/1.1\r\nhost: x\r\n folded: y\r\n\r\n',
  () => 'GET /health HTTP/1.1\r\nhost : x\r\n\r\n',
  () => 'GET /health HTTP/1.1\r\nhost: x\r\nno colon\r\n\r\n',
  () => 'GET /health HTTP/1.1\nhost: x\nconnection: close\n\n',
  () => `GET /health HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`,
  () => '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  () => 'CONNECT example.com:443 HTTP/1.1\r\nhost: x\r\n\r\n',
  () => 'OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  (auth) => post(auth, 'content-length: 5\r\ntransfer-encoding: chunked', '0\r\n\r\nGET /x HTTP/1.1\r\n\r\n'),
  (auth) => post(auth, 'content-length: 5\r\ncontent-length: 6', '{"a":1'),
  (auth) => post(auth, 'content-length: -1', ''),
  (auth) => post(auth, 'content-length: 99999999999999999999', '{}'),
  (auth) => post(auth, 'content-length: 17000000', '{}'),
  (auth) => post(auth, 'content-length: 0x2', '{}'),
  (auth) => post(auth, 'transfer-encoding: chunked', 'zz\r\n{}\r\n0\r\n\r\n'),
  (auth) => post(auth, 'transfer-encoding: chunked', 'fffffffffffffff\r\n{}'),
  (auth) => post(auth, 'transfer-encoding: chunked', '2;ext=1\r\n{}\r\n0\r\nx-trailer: y\r\n\r\n'),
  (auth) => post(auth, 'transfer-encoding: gzip', '{}'),
  (auth) => post(auth, 'transfer-encoding: xchunked', '{}'),
  (auth, random) => post(auth, 'content-length: 40', '{}'.repeat(random.below(3))),
  (auth) => `${post(auth, 'content-length: 2', '{}')}${post(auth, 'content-length: 2', '{}')}`,
];

const post = (authorization: string, lines: string, body: string): string =>
  `POST /api/2023-01/companies HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-type: application/json\r\n${lines}\r\n\r\n${body}`;

/** Returns bytes of which the service must make an error, or nothing. The client then closes its side. */
export function garbage(random: Random, authorization: string): RawRequest {
  const bytes = latin1(random.pick(kinds)(authorization, random));
  const at = random.below(bytes.length);
  const isSplit = random.isIn(30);
  return {
    ...{ method: 'RAW', target: '', isHalfClosed: true },
    pieces: isSplit ? [bytes.subarray(0, at), bytes.subarray(at)] : [bytes],
    pauseMs: isSplit ? 5 : 0,
  };
}
