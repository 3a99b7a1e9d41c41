import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished } from 'vitest';
import { readConfig, type Environment } from '../../src/config.ts';
import type { Operation, OperationRequest } from '../../src/http/contract/operation.ts';
import type { Credential } from '../../src/http/contract/credential.ts';
import { buildServer, type ServerOptions } from '../../src/http/server/server.ts';
import { createLog } from '../../src/log.ts';
import type { Actor } from '../../src/records/request-context.ts';
import { Refusal } from '../../src/refusal.ts';
import type { RecordNamed } from '../../src/resources/index.ts';
import type { Row } from '../../src/resources/resource.ts';
import type { Directory } from '../../src/store/rows/directory.ts';
import type { Store } from '../../src/store/store.ts';

const member: Actor = {
  accountId: '1',
  userId: '7',
  role: 'admin',
  viaUserId: null,
  tokenId: 'token-of-admin',
  scopes: ['read', 'write', 'admin'],
};

export const actors: Readonly<Record<string, Actor>> = {
  admin: member,
  reader: { ...member, tokenId: 'token-of-reader', scopes: ['read'] },
  viewer: { ...member, tokenId: 'token-of-viewer', role: 'viewer', scopes: ['read', 'write'] },
  other: { ...member, accountId: '2', tokenId: 'token-of-other' },
  narrow: { ...member, tokenId: 'token-of-narrow', role: 'member', scopes: ['read', 'write', 'admin'] },
};

const users: ReadonlyMap<string, Row> = new Map([
  ['9', { id: '9', version: 1, created_at: '', updated_at: '', deleted_at: null, role: 'admin' }],
]);

export const directory: Directory = {
  accountId: '1',
  version: '1',
  account: {
    ...{ id: '1', created_at: '', updated_at: '', name: 'Northline Builders' },
    ...{ time_zone: 'America/Chicago', currency: 'USD' },
    project_number_pattern: null,
  },
  timeZone: 'America/Chicago',
  fiscalYearStartsMonth: 1,
  entries: <Plural extends string>() => users as ReadonlyMap<string, RecordNamed<Plural>>,
  embedded: () => 'null',
  bytes: 0,
  limits: { entries: 5000, bytes: 2 ** 23 },
  customFields: () => [],
};

/** The operations use no database. */
const noStore = {} as Store;

export const admin = { authorization: 'Bearer admin' };

/** A server for tests, with the credentials, requests and log lines that it has seen. */
export interface Edge {
  readonly app: FastifyInstance;
  /** The credentials that the server has looked up. */
  readonly lookups: (string | undefined)[];
  readonly requests: OperationRequest[];
  readonly log: Record<string, unknown>[];
}

type Given = Partial<Omit<ServerOptions, 'config'>> & { environment?: Environment };

export function makeEdge({ environment = {}, ...given }: Given = {}): Edge {
  const lookups: (string | undefined)[] = [];
  const requests: OperationRequest[] = [];
  const log: Record<string, unknown>[] = [];
  const app = buildServer({
    operations: operations(requests),
    authenticate: async (credential) => {
      lookups.push(credential?.text);
      return lookUp(credential);
    },
    clock: { now: () => new Date('2026-03-01T14:00:00Z') },
    config: readConfig({ PUBLIC_URL: 'https://crm.example.com', ...environment }),
    log: createLog('info', { write: (line) => void log.push(JSON.parse(line)) }),
    store: noStore,
    engine: { kind: 'embedded', description: 'an engine for tests', durable: true },
    ready: async () => undefined,
    openapi: async () => ({ openapi: '3.1.0' }),
    version: '0.1.0',
    ...given,
  });
  onTestFinished(() => app.close());
  return { app, lookups, requests, log };
}

function lookUp(credential: Credential | undefined): Awaited<ReturnType<ServerOptions['authenticate']>> {
  const actor = actors[credential?.text ?? ''];
  if (!actor || !credential) throw new Refusal('unauthenticated', 'The token is missing or not valid.');
  return { actor, directory, source: 'api', credential };
}

function operations(requests: OperationRequest[]): Operation[] {
  const answering = (status: 200 | 201 | 204, body?: (request: OperationRequest) => unknown) => ({
    status,
    handle: async (request: OperationRequest) => {
      requests.push(request);
      return body ? { status, body: JSON.stringify(body(request)) } : { status };
    },
  });
  const usual = { summary: '', tag: 'projects', query: [], scope: 'write' } as const;
  const rows = { key: 'projects', most: 10_000 };
  const page = { name: 'page', schema: { type: 'integer', minimum: 1 }, description: '' };
  const view = { name: 'view', schema: { enum: ['open', 'all'] }, description: '' };
  const custom = { name: 'custom_fields[{api_name}]', schema: { type: 'string' }, description: '' };
  const projectId = { name: 'project_id', schema: { type: 'string' }, description: '', required: true } as const;
  const echo = ({ body }: OperationRequest) => ({ project: body });
  const id = ({ path }: OperationRequest) => ({ project: { id: path['id'] } });
  return [
    {
      ...usual,
      id: 'listProjects',
      method: 'GET',
      path: '/projects',
      scope: 'read',
      query: [page, view, custom],
      ...answering(200, ({ query }) => query),
    },
    { ...usual, id: 'createProject', method: 'POST', path: '/projects', request: {}, ...answering(201, echo) },
    { ...usual, id: 'bulkProjects', method: 'POST', path: '/projects/bulk', request: {}, rows, ...answering(200) },
    { ...usual, id: 'showProject', method: 'GET', path: '/projects/{id}', scope: 'read', ...answering(200, id) },
    { ...usual, id: 'updateProject', method: 'PATCH', path: '/projects/{id}', request: {}, ...answering(200, echo) },
    { ...usual, id: 'removeProject', method: 'DELETE', path: '/projects/{id}', ...answering(204) },
    { ...usual, id: 'restoreProject', method: 'POST', path: '/projects/{id}/restore', ...answering(200, id) },
    { ...usual, id: 'listRoles', method: 'GET', path: '/roles', scope: 'read', query: [projectId], ...answering(200) },
    { ...usual, id: 'createUser', method: 'POST', path: '/users', adminOnly: true, ...answering(201, () => ({})) },
    {
      ...usual,
      id: 'crash',
      method: 'GET',
      path: '/crash',
      scope: 'read',
      status: 200,
      handle: () => Promise.reject(new Error('secret of the house', { cause: new Error('its cause') })),
    },
  ];
}

export const requestId: unknown = expect.stringMatching(/^req_[0-9A-Za-z]{22}$/);

export const v1 = '/api/2023-01';

/** Makes the edge listen on a free port. */
export async function listen({ app }: Edge): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

export async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** Reads everything until the server closes the connection. */
export async function rest(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'end');
  socket.destroy();
  return Buffer.concat(chunks).toString();
}

/** Sends bytes unchanged and reads the response to its end. */
export async function raw(port: number, ...parts: (string | Uint8Array)[]): Promise<RawAnswer> {
  const socket = await open(port);
  for (const part of parts) socket.write(part);
  return parseAnswer(await rest(socket));
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function parseAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = lines.map((line) => [line.split(':')[0]?.toLowerCase() ?? '', line.replace(/^[^:]*: */, '')]);
  return { status: Number(statusLine.split(' ')[1]), headers: Object.fromEntries(headers), body: text.slice(end + 4) };
}

/** Returns the whole body of a problem, for an assertion on every member. */
export function problem(
  code: string,
  said: { title: string; status: number; detail: string; instance: string } & Record<string, unknown>,
): Record<string, unknown> {
  return {
    type: `https://crm.example.com/docs/errors#${code}`,
    code,
    error: code,
    request_id: requestId,
    errors: [],
    ...said,
  };
}

/** Returns the head of a request with a token. */
export const head = (line: string, token: string, ...more: string[]): string =>
  [`${line} HTTP/1.1`, 'Host: crm', `Authorization: Bearer ${token}`, ...more, '', ''].join('\r\n');

/** Returns the head of a request with a body of this length. */
export const posting = (token: string, path: string, length: number): string =>
  head(`POST ${v1}${path}`, token, 'Content-Type: application/json', `Content-Length: ${length}`);

/** Returns the status and the code of a refusal. */
export const codeOf = ({ status, body }: { status: number; body: string }) => [status, JSON.parse(body).code];
