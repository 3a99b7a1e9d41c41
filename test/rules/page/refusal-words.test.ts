import { expect, test } from 'vitest';
import { errorCodes } from '../../../src/http/errors/error-codes.ts';
import { refusalWords } from '../../../src/web/parts/failure/refusal-words.ts';

/** What only programs know. */
const ofPrograms = /token|bearer|authorization|header|request[ _]id|json|[a-z]_[a-z]|`/i;

test.each(Object.keys(errorCodes))('says %s in words for people', (code) => {
  const detail = 'The field `company_id` is wrong.';
  expect(refusalWords({ code: code as keyof typeof errorCodes, detail })).not.toMatch(ofPrograms);
});

test('says that nobody is signed in without a word of tokens', () => {
  const detail = 'Send an API token: `Authorization: Bearer …`.';
  expect(refusalWords({ code: 'unauthenticated', detail })).toBe('Your session has ended. Sign in again.');
});

test('names fields by their labels', () => {
  const message = 'at least one of company_id, contact_id, project_id and notes is required';
  expect(refusalWords({ code: 'validation_failed', detail: 'The call is not valid.', errors: [{ message }] })).toBe(
    'The call is not valid. at least one of Company, Contact, Project and notes is required',
  );
});
