import type { ProblemCode } from '../../refusal.ts';

/** The meaning of each `code` in the `errors` of a problem. */
export const faultCodes: Readonly<Record<ProblemCode, string>> = {
  required: 'A value is missing, blank or cleared that must be given.',
  unknown_field: 'No field has this name; `suggestion` names a known one that is like it, if there is one.',
  unknown_parameter: 'No parameter has this name; `suggestion` names a known one that is like it, if there is one.',
  wrong_type: 'The value is of another JSON type.',
  wrong_wrapper: 'The body must be one object under the one key `expected`.',
  too_long: 'The text has too many characters.',
  too_short: 'The text has too few characters.',
  too_many: 'There are too many entries, keys, values or words, or the answer would be too large.',
  out_of_range: 'The number is too small or too large.',
  too_many_decimals: 'The number has too many digits after the point.',
  invalid_format: 'The text has not the form that is wanted.',
  invalid_text: 'The text has characters that cannot be kept: NUL, or half a surrogate pair.',
  invalid_reference: 'There is no record with this id.',
  not_allowed:
    'The value is not possible here. `allowed` lists the possible values where they are a closed set of at most 25.',
  duplicate: 'The value is given more than once.',
  already_exists: 'Another record has this value; `existing_id` names it.',
  stale: 'The field stands at `current`, set by `changed_by` at `changed_at`, while `given` was sent.',
  not_found: 'The row names a record that does not exist.',
  in_use: 'The record of the row is in use.',
  conflict: 'The row conflicts with the state of its record.',
};
