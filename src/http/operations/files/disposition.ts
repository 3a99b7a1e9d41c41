import { extendedValue } from '../../../resources/extended-value.ts';

/** The header `Content-Disposition` (RFC 6266): the name in UTF-8, and in ASCII for old clients. */
export function dispositionOf(kind: 'attachment' | 'inline', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  return `${kind}; filename="${plain}"; filename*=${extendedValue(name)}`;
}
