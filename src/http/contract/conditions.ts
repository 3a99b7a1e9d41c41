import { Refusal } from '../../refusal.ts';
import type { Operation } from './operation.ts';

/** Whether the operation changes one existing record. */
export const isConditional = ({ method, path }: Pick<Operation, 'method' | 'path'>): boolean =>
  method === 'PUT' ||
  method === 'PATCH' ||
  method === 'DELETE' ||
  /[/]\{id\}[/](restore|revert|convert|rotate_secret|password_link)$/.test(path);

// RFC 9110 §8.8.3 allows a comma in a tag, but no record's tag has one.
const entityTag = '(?:W/)?"[^",\\s]*"';
const wellFormedCondition = new RegExp(`^(?:\\*|${entityTag}(?:[ \\t]*,[ \\t]*${entityTag})*)$`);

/**
 * The `If-Match` condition of a change; reads have none.
 * @throws {Refusal} `invalid_query` if the operation would ignore the condition, or its form is invalid.
 */
export function ifMatchOf(operation: Operation, header: string | undefined): string | undefined {
  if (header === undefined || operation.method === 'GET') return undefined;
  if (!isConditional(operation)) {
    throw new Refusal('invalid_query', 'If-Match does not apply to this operation.', {
      problems: [
        { parameter: 'If-Match', code: 'not_allowed', message: 'must be absent: it does not apply to this operation' },
      ],
    });
  }
  if (wellFormedCondition.test(header)) return header;
  const detail = 'If-Match must be the ETag of the record in its quotes, several ETags separated by commas, or *.';
  throw new Refusal('invalid_query', detail, {
    problems: [{ parameter: 'If-Match', code: 'invalid_format', message: 'must be entity tags such as "3", or *' }],
  });
}

/**
 * Whether `If-None-Match` names the content with this entity tag. A compressing proxy turns the tag into a weak one.
 */
export const isHeld = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) === true;
