import type { OperationRequest } from '../../contract/operation.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * The part of a file that a request asks for (RFC 9110, section 14). Undefined for the whole file: without a range, with
 * several or a malformed one, of a HEAD, or if `If-Range` has another entity tag.
 */
export function rangeOf(
  { range, ifRange, isHead }: Pick<OperationRequest, 'range' | 'ifRange' | 'isHead'>,
  { etag, size }: { readonly etag: string; readonly size: number },
): Range | 'unsatisfiable' | undefined {
  if (range === undefined || isHead || (ifRange !== undefined && ifRange.trim() !== etag)) return undefined;
  return partOf(range, size);
}

function partOf(range: string, size: number): Range | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes= *(\d*)-(\d*) *$/i.exec(range) ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') return satisfiable({ start: Math.max(0, size - Number(last)), end: size - 1 });
  if (last === '') return satisfiable({ start: Number(first), end: size - 1 });
  if (Number(last) < Number(first)) return undefined;
  return satisfiable({ start: Number(first), end: Math.min(Number(last), size - 1) });
}

const satisfiable = (range: Range): Range | 'unsatisfiable' => (range.start <= range.end ? range : 'unsatisfiable');
