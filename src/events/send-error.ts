/** The reason why no whole response arrived. The codes are stable: they are stored and shown. */
export type SendError =
  /** The sender was stopped, or the caller gave up. */
  | 'aborted'
  /** The whole response did not arrive before the deadline. */
  | 'timeout'
  /** Not an http or https address. */
  | 'invalid_address'
  /** A header that HTTP cannot carry. */
  | 'invalid_request'
  /** None of the host's addresses is a public one. */
  | 'unsafe_address'
  | 'unknown_host'
  | 'connection_refused'
  /** There is no route to the address. */
  | 'unreachable'
  | 'connection_lost'
  /** The TLS handshake failed, usually because the certificate is untrusted or for another name. */
  | 'tls_failed'
  /** The response is not HTTP, or its headers are too large. */
  | 'invalid_answer'
  /** A failure on this side, such as too many open files. */
  | 'failed';

/** An error for a host that the service must not or cannot connect to. */
export class AddressError extends Error {
  readonly code: 'unsafe_address' | 'unknown_host';

  constructor(code: 'unsafe_address' | 'unknown_host', cause?: unknown) {
    super(code, { cause });
    this.name = 'AddressError';
    this.code = code;
  }
}

/** The code for an error of a request or its socket. During the TLS handshake, every error is a TLS error. */
export function sendErrorOf(error: NodeJS.ErrnoException, isSecuring: boolean): SendError {
  if (error instanceof AddressError) return error.code;
  const code = error.code ?? '';
  // With TLS 1.3, the other side can also reject a handshake after it has ended on this side.
  if (isSecuring || code === 'EPROTO' || code.startsWith('ERR_SSL_')) return 'tls_failed';
  // Errors of the HTTP parser.
  if (code.startsWith('HPE_')) return 'invalid_answer';
  return byNumber[code] ?? 'failed';
}

/** The codes for the system's socket errors. */
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
  // A firewall on this machine blocks the connection.
  EACCES: 'unreachable',
  EPERM: 'unreachable',
};
