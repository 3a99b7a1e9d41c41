import { Refusal } from '../../refusal.ts';
import type { Operation } from '../contract/operation.ts';

/** Whether the operation changes one existing record. */
export const isConditional = ({ method, path }: Pick<Operation, 'method' | 'path'>): boolean =>
  method === 'PATCH' || method === 'DELETE' || /[/]\{id\}[/](restore|convert|rotate_secret)$/.test(path);

// RFC 9110 §8.8.3 allows a comma in a tag, but no record's tag has one.
const tag = '(?:W/)?"[^",\\s]*"';
const condition = new RegExp(`^(?:\\*|${tag}(?:[ \\t]*,[ \\t]*${tag})*)$`);

/**
 * The `If-Match` condition of a change; reads have none.
 * @throws {Refusal} `invalid_query` if the operation would ignore the condition, or its form is invalid.
 */
export function ifMatchOf(operation: Operation, header: string | undefined): string | undefined {
  if (header === undefined || operation.method === 'GET') return undefined;
  if (!isConditional(operation)) {
    throw new Refusal('invalid_query', 'If-Match does not apply to this operation.', {
      problems: [{ parameter, code: 'not_allowed', message: 'must be absent: it does not apply to this operation' }],
    });
  }
  if (condition.test(header)) return header;
  const detail = 'If-Match must be the ETag of the record in its quotes, several ETags separated by commas, or *.';
  throw new Refusal('invalid_query', detail, {
    problems: [{ parameter, code: 'invalid_format', message: 'must be entity tags such as "3", or *' }],
  });
}

/**
 * The versions in a condition; undefined for any. RFC 9110 §13.1.1 requires strong comparison. This one is weak: a
 * proxy that compresses a response turns its `"4"` into `W/"4"`, and the tag names the record's version, not the bytes
 * of the response.
 */
export function versionsOf(ifMatch: string | undefined): readonly number[] | undefined {
  if (ifMatch === undefined || ifMatch === '*') return undefined;
  return [...ifMatch.matchAll(/"(0|[1-9]\d{0,8})"/g)].map(([, version]) => Number(version));
}

const parameter = 'If-Match';
