import { Refusal } from '../refusal.ts';
import type { Operation } from './operation.ts';

/** Whether it changes one record that is there already. */
export const isConditional = ({ method, path }: Pick<Operation, 'method' | 'path'>): boolean =>
  method === 'PATCH' || method === 'DELETE' || /[/]\{id\}[/](restore|convert|rotate_secret)$/.test(path);

// RFC 9110 §8.8.3 would allow a comma in a tag; no record has such a one.
const tag = '(?:W/)?"[^",\\s]*"';
const condition = new RegExp(`^(?:\\*|${tag}(?:[ \\t]*,[ \\t]*${tag})*)$`);

/**
 * The condition under which a request changes something; reads have none.
 * @throws {Refusal} `invalid_query` for what would be ignored, or would fail for its form alone.
 */
export function ifMatchOf(operation: Operation, header: string | undefined): string | undefined {
  if (header === undefined || operation.method === 'GET') return undefined;
  if (!isConditional(operation)) {
    throw new Refusal('invalid_query', 'If-Match has nothing to match here.', {
      problems: [{ parameter, code: 'not_allowed', message: 'must be absent: nothing is here to match' }],
    });
  }
  if (condition.test(header)) return header;
  const detail = 'If-Match is the ETag of the record in its quotes, several separated by commas, or *.';
  throw new Refusal('invalid_query', detail, {
    problems: [{ parameter, code: 'invalid_format', message: 'must be entity tags such as "3", or *' }],
  });
}

const parameter = 'If-Match';
