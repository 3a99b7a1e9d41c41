/** The header `Content-Disposition` (RFC 6266): the name in UTF-8, and in ASCII for old clients. */
export function dispositionOf(kind: 'attachment' | 'inline', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded(name)}`;
}

/** The value of an extended parameter (RFC 8187). */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
