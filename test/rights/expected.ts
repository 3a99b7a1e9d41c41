import type { Operation } from '../../src/http/contract/operation.ts';
import type { TokenScope } from '../../src/resources/vocabulary/choices.ts';
import type { Bearer, Credential } from './credentials.ts';

/** The answer to a request whose query is wrong: the check of the query follows those of the rights. */
export interface Expected {
  readonly status: number;
  readonly code: string;
  /** The scope or the role that the answer names. */
  readonly lacks?: string;
}

const admitted: Expected = { status: 400, code: 'invalid_query' };

/** Derives the answer to a credential from the declaration of an operation, as docs/api.md states the rules. */
export function expectedOf(operation: Operation, { bearer, isCrossSite }: Credential): Expected {
  const isChange = operation.method !== 'GET';
  if (isChange && isCrossSite) return { status: 403, code: 'cross_site' };
  if (!bearer) return { status: 401, code: 'unauthenticated' };
  const missing = bearer.scopes === 'session' ? undefined : missingScope(operation, bearer.scopes);
  const lacks = missing ?? missingRole(operation, bearer);
  return lacks === undefined ? admitted : { status: 403, code: 'forbidden', lacks };
}

function missingRole(operation: Operation, { role }: Bearer): string | undefined {
  if (operation.adminOnly && role !== 'admin') return 'admin';
  const isOpenToViewers = operation.method === 'GET' || operation.ofOneself !== undefined;
  return role === 'viewer' && !isOpenToViewers ? 'member' : undefined;
}

function missingScope(
  { scope, adminOnly, ofOneself }: Operation,
  scopes: readonly TokenScope[],
): TokenScope | undefined {
  if (ofOneself === 'and others' && scopes.includes('admin')) return undefined;
  const needed: readonly TokenScope[] = adminOnly ? [scope, 'admin'] : [scope];
  return needed.find((one) => !scopes.includes(one));
}
