/** A response. `body` is JSON text; a 204 has none. */
export interface Answer {
  readonly status: number;
  readonly body?: string;
  /** A long list in UTF-8, instead of `body`. */
  readonly bytes?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** A stream of text instead of a body. It ends when the client disconnects. */
  readonly stream?: (gone: AbortSignal) => AsyncIterable<string>;
  /** The response shows a secret only once; under an idempotency key, the body is stored encrypted. */
  readonly secret?: true;
}

/** The idempotency key of a request. */
export interface RequestKey {
  readonly key: string;
  /** SHA-256 of method, path, query, acting user, condition and body bytes, in hex. */
  readonly fingerprint: string;
  /** The key for a response with a secret, derived from the credential. Only the token's bearer can read it again. */
  readonly sealingKey: () => Uint8Array;
}
