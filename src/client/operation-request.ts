import type { ApiRequest } from './request.ts';

/** The values of an operation. `path` has those of the path's parameters: `{id: '7'}`. */
export type OperationParts = Omit<ApiRequest, 'method' | 'path'> & { readonly path?: Readonly<Record<string, string>> };

/** The request of an operation such as `PATCH /projects/{id}`. @throws {TypeError} if a part of the path is missing */
export function operationRequest(operation: string, { path: values = {}, ...parts }: OperationParts = {}): ApiRequest {
  const [method = '', path = ''] = operation.split(' ');
  return { ...parts, method, path: path.replace(/\{(\w+)\}/g, (_, name: string) => segment(values[name])) };
}

/** A value in a path. @throws {TypeError} if it would name another path. */
export function segment(text = ''): string {
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`A path cannot have the part ${JSON.stringify(text)}.`);
  return encodeURIComponent(text);
}
