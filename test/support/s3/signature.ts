import { createHash, createHmac } from 'node:crypto';

/** A request as it arrives at a store. Names of headers are in lower case. */
export interface SignedRequest {
  readonly method: string;
  /** The path and the query as they are on the wire. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/**
 * The signature of a request by AWS Signature Version 4 (service `s3`), as its `Authorization` header should have it; null
 * if the request states none.
 */
export function signatureOf({ method, target, headers }: SignedRequest, secret: string): string | null {
  const stated = partsOf(headers['authorization'] ?? '');
  if (stated === null) return null;
  const { scope, names } = stated;
  const [path = '', query = ''] = target.split(/\?(.*)/s);
  const canonical = [
    method,
    path,
    query.split('&').filter(Boolean).map(withSign).toSorted().join('&'),
    ...names.map((name) => `${name}:${(headers[name] ?? '').trim().replaceAll(/\s+/g, ' ')}`),
    '',
    names.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>((above, part) => hmac(above, part), `AWS4${secret}`);
  return hmac(key, toSign).toString('hex');
}

/** The parts of an `Authorization` header. */
export function partsOf(authorization: string) {
  const form = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([\da-f]{64})$/;
  const [, keyId = '', scope = '', names = '', signature = ''] = form.exec(authorization) ?? [];
  return signature === '' ? null : { keyId, scope, names: names.split(';'), signature };
}

const withSign = (parameter: string): string => (parameter.includes('=') ? parameter : `${parameter}=`);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
