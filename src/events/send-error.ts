/** Why no whole answer came. The codes are stable: they are kept and shown. */
export type SendError =
  /** The sender was stopped, or whoever asked gave up. */
  | 'aborted'
  /** Not all of the answer had come when the time was over. */
  | 'timeout'
  /** No http or https address. */
  | 'invalid_address'
  /** A header that HTTP cannot carry. */
  | 'invalid_request'
  /** The host has no address of the public internet. */
  | 'unsafe_address'
  | 'unknown_host'
  | 'connection_refused'
  /** No way leads to the address. */
  | 'unreachable'
  | 'connection_lost'
  /** No agreement on TLS; mostly a certificate that nobody vouches for, or for another name. */
  | 'tls_failed'
  /** What came is no HTTP, or more headers than anyone needs. */
  | 'invalid_answer'
  /** Something on this side, such as too many open files. */
  | 'failed';

/** A host that must not be, or cannot be, connected to. */
export class AddressError extends Error {
  readonly code: 'unsafe_address' | 'unknown_host';

  constructor(code: 'unsafe_address' | 'unknown_host', cause?: unknown) {
    super(code, { cause });
    this.name = 'AddressError';
    this.code = code;
  }
}

/** The code for an error of a request or its socket. While TLS is being agreed on, any error is one of TLS. */
export function sendErrorOf(error: NodeJS.ErrnoException, isSecuring: boolean): SendError {
  if (error instanceof AddressError) return error.code;
  const code = error.code ?? '';
  // Since TLS 1.3 the other side may also turn a handshake down after it has ended on this one.
  if (isSecuring || code === 'EPROTO' || code.startsWith('ERR_SSL_')) return 'tls_failed';
  // The parser of HTTP.
  if (code.startsWith('HPE_')) return 'invalid_answer';
  return byNumber[code] ?? 'failed';
}

/** What the system says of sockets. */
const byNumber: Readonly<Record<string, SendError>> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_lost',
  ECONNABORTED: 'connection_lost',
  EPIPE: 'connection_lost',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EAFNOSUPPORT: 'unreachable',
  // A firewall of this machine says so.
  EACCES: 'unreachable',
  EPERM: 'unreachable',
};
