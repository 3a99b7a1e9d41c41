/** The reference pages handle their own trailing slashes. */
const ofReference = /^\/docs(?:[/?#]|$)/;

const origin = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/** `/projects/?q=a` → `/projects?q=a`. A path that ends in two slashes does not change, and neither does `/`. */
export function withoutTrailingSlash(target: string): string {
  const local = target.replace(origin, '');
  return ofReference.test(local) ? target : local.replace(/^(\/[^?#]*[^/?#])\/(?=[?#]|$)/, '$1') || target;
}

/** The path and the query text of a request target. A proxy can send an absolute target. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const local = target.replace(origin, '') || '/';
  const mark = local.indexOf('?');
  if (mark < 0) return { path: local, query: '' };
  return { path: local.slice(0, mark), query: local.slice(mark + 1) };
}

/** Calendar feeds have addresses that begin so and hold a secret. A client can encode each character of a path. */
const ofFeeds = /\/feeds\//i;

/** The path of a request target for logs and answers, without anything that follows the first `/feeds/`. */
export function shownPath(target: string): string {
  const { path } = splitTarget(target);
  const decoded = path.includes('%') ? path.replace(/%[\da-f]{2}/gi, ascii) : path;
  const place = decoded.search(ofFeeds);
  return place < 0 ? path : `${decoded.slice(0, place)}/feeds/-`;
}

const ascii = (encoded: string): string => {
  const code = Number.parseInt(encoded.slice(1), 16);
  return code > 0x20 && code < 0x7f ? String.fromCharCode(code) : encoded;
};
