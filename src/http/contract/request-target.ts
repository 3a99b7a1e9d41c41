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
