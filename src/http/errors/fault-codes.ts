import type { ProblemCode } from '../../refusal.ts';

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
    'The field has changed since you read it. `given` is the value that you sent, and `current` the stored value, which ' +
    '`changed_by` set at `changed_at`.',
  not_found: 'The row names a record that does not exist.',
  in_use: 'The record of the row is in use.',
  conflict: 'The row conflicts with the state of its record.',
};
