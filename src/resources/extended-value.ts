/** A parameter of a header in UTF-8, such as `filename*` of `Content-Disposition` (RFC 8187). */
export const extendedValue = (text: string): string =>
  `UTF-8''${encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;
