import type { Rendered, Versioned } from '../../records/rendered.ts';
import type { Answer } from '../contract/answer.ts';
import type { OperationRequest } from '../contract/operation.ts';
import { apiPrefix } from '../contract/versions.ts';

/** One object under its name, with its version as the `ETag` for `If-Match`. */
export const shownAnswer = (name: string, { version, json }: Omit<Rendered, 'id'>): Answer => ({
  status: 200,
  body: `{"${name}":${json}}`,
  headers: { ETag: `"${version}"` },
});

/** The same for an object that is not a record. */
export const versionedAnswer = (name: string, { version, value }: Versioned<object>): Answer =>
  shownAnswer(name, { version, json: JSON.stringify(value) });

/** The response with a new object and its `Location`. @param place the path of its list: `/projects`. */
export const madeAnswer = (place: string, id: string, answer: Answer): Answer => ({
  ...answer,
  status: 201,
  headers: { ...answer.headers, Location: `${apiPrefix}${place}/${id}` },
});

/** The response to a deletion. */
export const noContent = (): Answer => ({ status: 204 });

/** A JSON response without a version. */
export const jsonAnswer = (status: 200 | 202, value: object): Answer => ({ status, body: JSON.stringify(value) });

/** The object that a request names, and the versions from its condition. */
export const namedBy = ({ path: { id = '' }, versions }: OperationRequest) => ({ id, versions });
