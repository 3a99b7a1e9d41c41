/** The path and the query text of a request target, which may be absolute when a proxy sent it. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const local = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '') || '/';
  const mark = local.indexOf('?');
  if (mark < 0) return { path: local, query: '' };
  return { path: local.slice(0, mark), query: local.slice(mark + 1) };
}
