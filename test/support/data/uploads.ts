import { expect } from 'vitest';
import type { Json } from '../service/client.ts';
import { checkAgainstDocument } from '../service/checked.ts';
import type { TestService } from '../service/service.ts';

/** The body of a request. */
export type Body = string | Uint8Array | FormData | ReadableStream;

type Headings = Readonly<Record<string, string>>;

/** A response whose body may be bytes. */
export interface BytesReply {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** The value of a body in JSON. */
  readonly body: Json;
}

interface Sent {
  readonly method?: string;
  readonly body?: Body;
  readonly headers?: Headings;
  readonly token?: string;
}

/** Sends a request with bytes, by default as the first firm, and checks the response against the document. */
export async function sendBytes(
  service: TestService,
  path: string,
  { method = 'POST', body, headers = {}, token = service.tokens.first }: Sent,
): Promise<BytesReply> {
  const url = service.first.address(path);
  const request = { method, headers: { authorization: `Bearer ${token}`, ...headers }, duplex: 'half' } as const;
  const response = await fetch(url, body === undefined ? request : { ...request, body });
  const bytes = Buffer.from(await response.arrayBuffer());
  const contentType = response.headers.get('content-type') ?? '';
  const value = valueOf(contentType, bytes);
  checkAgainstDocument(await service.document(), {
    ...{ method, path: new URL(url).pathname, status: response.status, contentType },
    ...{ headers: [...response.headers.keys()], body: value },
  });
  return { status: response.status, headers: response.headers, bytes, body: value };
}

/** The value of a body in JSON, or its bytes as a text; undefined without a body. */
function valueOf(contentType: string, bytes: Buffer): Json {
  if (bytes.length === 0) return undefined;
  return /json/.test(contentType) ? JSON.parse(bytes.toString()) : bytes.toString('latin1');
}

/** Uploads bytes. @param query names the owner, and may name the file. */
export const upload = (
  service: TestService,
  query: Headings,
  body: Body,
  headers: Headings = { 'content-type': 'application/octet-stream' },
): Promise<BytesReply> =>
  sendBytes(service, `/files/upload?${new URLSearchParams(query).toString()}`, { body, headers });

/** Uploads bytes, and expects that this succeeds. @returns the file. */
export async function attached(service: TestService, query: Headings, body: Body): Promise<Json> {
  const answer = await upload(service, query, body);
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return answer.body.file;
}

/** Asks for the contents of a file. */
export const contentOf = (
  service: TestService,
  id: string,
  headers: Headings = {},
  { query = '', method = 'GET' } = {},
): Promise<BytesReply> => sendBytes(service, `/files/${id}/content${query}`, { method, headers });
