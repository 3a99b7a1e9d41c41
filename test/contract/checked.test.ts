import { describe, expect, test } from 'vitest';
import { type Answered, checkAgainstDocument } from '../support/service/checked.ts';
import { described } from './described.ts';

const document = await described();

const problem = {
  type: 'https://plumbline.northline.build/docs/errors#not_found',
  title: 'The path or the record does not exist',
  status: 404,
  detail: 'There is no such project.',
  instance: '/api/2023-01/projects/7',
  code: 'not_found',
  error: 'not_found',
  request_id: 'req_1',
  errors: [],
};

const message = {
  id: `msg_${'a'.repeat(27)}`,
  event_type: 'project.create',
  event_id: `evt_${'b'.repeat(27)}`,
  payload: { id: '7', url: 'https://plumbline.northline.build/api/2023-01/projects/7' },
  timestamp: '2026-03-02T15:00:00Z',
};

const log: Answered = {
  method: 'GET',
  path: '/api/2023-01/webhook_messages',
  status: 200,
  contentType: 'application/json; charset=utf-8',
  body: { webhook_messages: [message] },
};

const refused: Answered = {
  method: 'GET',
  path: '/api/2023-01/projects/7',
  status: 404,
  contentType: 'application/problem+json',
  body: problem,
};

const sparse: Answered = {
  ...log,
  path: '/api/2023-01/companies',
  fields: ['name', 'phone'],
  body: { companies: [{ name: 'Northline', phone: null }] },
};

const checking = (answered: Answered) => () => checkAgainstDocument(document, answered);

const lists = (entry: object): Answered => ({ ...log, body: { webhook_messages: [{ ...message, ...entry }] } });

describe('the check of responses against the document', () => {
  test.each<[string, Answered]>([
    ['a response that the document describes', log],
    ['a refusal that the document describes', refused],
    ['a record with only the requested keys', sparse],
    ['a response to HEAD without a body', { ...log, method: 'HEAD', body: undefined }],
    ['a deletion without a body', { ...refused, method: 'DELETE', status: 204, contentType: null, body: undefined }],
    ['a refusal for an unknown path', { ...refused, path: '/api/2023-01/nothing' }],
    ['a page outside the API', { ...log, path: '/docs', status: 200, contentType: 'text/html', body: '' }],
  ])('accepts %s', (_, answered) => {
    expect(checking(answered)).not.toThrow();
  });

  test.each<[string, Answered, RegExp]>([
    ['an operation that is not described', { ...log, path: '/api/2023-01/nothing' }, /no such operation/],
    ['a method that is not described', { ...log, method: 'PATCH' }, /no such operation/],
    ['a status that is not described', { ...log, status: 202 }, /no such status/],
    ['a different media type', { ...log, contentType: 'text/plain' }, /content type/],
    ['a body although the document describes none', { ...refused, method: 'DELETE', status: 204, body: {} }, /no body/],
    ['a missing wrapper', { ...log, body: [message] }, /must be object/],
    ['an additional key', lists({ resource: 'projects' }), /must NOT have additional properties/],
    ['a missing key', lists({ payload: { id: '7' } }), /must have required property 'url'/],
    ['a key that the client did not request', { ...sparse, fields: ['name'] }, /has the key 'phone'/],
    [
      'a missing key that the client requested',
      { ...sparse, fields: ['name', 'phone', 'id'] },
      /lacks the requested key 'id'/,
    ],
    ['a sparse record without a request for one', { ...sparse, fields: undefined }, /lacks the requested key 'id'/],
    ['an invalid time', lists({ timestamp: '2026-02-30T15:00:00Z' }), /must match format "date-time"/],
    ['a code of another status', { ...refused, body: { ...problem, code: 'stale', error: 'stale' } }, /allowed values/],
    [
      'a status in the body that differs from the response',
      { ...refused, body: { ...problem, status: 400 } },
      /must be equal to constant/,
    ],
    [
      'a fault without a pointer or parameter',
      { ...refused, body: { ...problem, errors: [{ code: 'stale', message: '' }] } },
      /required property 'parameter'/,
    ],
    [
      'a wrong response of a plain endpoint',
      { ...log, path: '/health', body: { status: 'ill' } },
      /must have required/,
    ],
  ])('rejects %s', (_, answered, why) => {
    expect(checking(answered)).toThrow(why);
  });
});
