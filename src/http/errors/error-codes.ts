import type { RefusalCode, ProblemCode } from '../../refusal.ts';

/** The `code` of an error response: any refusal code, or `malformed_request` for invalid HTTP. */
export type AnswerCode = RefusalCode | 'malformed_request';

export interface AnswerMeaning {
  readonly status: number;
  readonly title: string;
}

/** The only table of errors. The responses, the document and the docs use it. */
export const errorCodes: Readonly<Record<AnswerCode, AnswerMeaning>> = {
  malformed_request: { status: 400, title: 'The request is not valid HTTP' },
  malformed_json: { status: 400, title: 'The body is not valid JSON' },
  invalid_query: { status: 400, title: 'A parameter is not valid' },
  missing_parameter: { status: 400, title: 'A parameter is missing' },
  unauthenticated: { status: 401, title: 'A valid API token is needed' },
  invalid_credentials: { status: 401, title: 'The e-mail address or the password is wrong' },
  forbidden: { status: 403, title: 'The token or its user may not do this' },
  cross_site: { status: 403, title: 'Another site sent the request' },
  not_found: { status: 404, title: 'The path or the record does not exist' },
  unknown_version: { status: 404, title: 'The API does not have this version' },
  method_not_allowed: { status: 405, title: 'The method does not exist on this path' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  already_exists: { status: 409, title: 'A record with this value already exists' },
  choose_account: { status: 409, title: 'Several accounts have this e-mail address and password' },
  in_use: { status: 409, title: 'The record is in use' },
  conflict: { status: 409, title: 'The request conflicts with the state of the record' },
  stale: { status: 412, title: 'The record has changed since you read it' },
  too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The body must be JSON' },
  range_not_satisfiable: { status: 416, title: 'The file has no such bytes' },
  validation_failed: { status: 422, title: 'The body is not valid' },
  idempotency_key_reused: { status: 422, title: 'The idempotency key was used for another request' },
  rate_limit_exceeded: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'The headers are too large' },
  internal: { status: 500, title: 'The service failed' },
  unavailable: { status: 503, title: 'The service cannot answer now' },
};

/** The meaning of each `code` in the `errors` of a problem. */
export const faultCodes: Readonly<Record<ProblemCode, string>> = {
  required: 'A required value is missing, blank or cleared.',
  unknown_field: 'No field has this name; `suggestion` is a known name that is similar, if there is one.',
  unknown_parameter: 'No parameter has this name; `suggestion` is a known name that is similar, if there is one.',
  wrong_type: 'The value has the wrong JSON type.',
  wrong_wrapper: 'The body must be an object with one key, which `expected` names.',
  too_long: 'The text has too many characters.',
  too_short: 'The text has too few characters.',
  too_many: 'There are too many entries, keys, values or words, or the answer would be too large.',
  out_of_range: 'The number is too small or too large.',
  too_many_decimals: 'The number has too many digits after the point.',
  invalid_format: 'The text has the wrong format.',
  invalid_text: 'The text has characters that cannot be stored: NUL, or a lone surrogate.',
  invalid_reference: 'There is no record with this id.',
  not_allowed:
    'The value is not allowed here. `allowed` lists the allowed values if they are a closed set of at most 25.',
  duplicate: 'The value is repeated.',
  already_exists: 'Another record has this value; `existing_id` names it.',
  stale:
    'The field has changed since you read it, or by another user since the version to go back to. `given` is the value ' +
    'that you sent or that it had then, and `current` the stored value, which `changed_by` set at `changed_at`.',
  not_found: 'The row names a record that does not exist.',
  in_use: 'The record of the row is in use.',
  conflict: 'The row conflicts with the state of its record.',
  unavailable: 'The service could not apply the row. Send it again.',
};
