import { describe, expect, test } from 'vitest';
import { type Answered, checkAgainstDocument } from '../support/service/checked.ts';
import { described } from './described.ts';

const document = await described();

const problem = {
  type: 'https://plumbline.northline.build/docs/errors#not_found',
  title: 'There is nothing here',
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
    ['an answer as described', log],
    ['a refusal as described', refused],
    ['of a record the keys that were asked for', sparse],
    ['a head without its body', { ...log, method: 'HEAD', body: undefined }],
    ['a deletion without a body', { ...refused, method: 'DELETE', status: 204, contentType: null, body: undefined }],
    ['a refusal where nothing is', { ...refused, path: '/api/2023-01/nothing' }],
    ['what lies outside of the interface', { ...log, path: '/docs', status: 200, contentType: 'text/html', body: '' }],
  ])('accepts %s', (_, answered) => {
    expect(checking(answered)).not.toThrow();
  });

  test.each<[string, Answered, RegExp]>([
    ['an operation that is not described', { ...log, path: '/api/2023-01/nothing' }, /no such operation/],
    ['a method that is not described', { ...log, method: 'PATCH' }, /no such operation/],
    ['a status that is not described', { ...log, status: 202 }, /no such status/],
    ['another media type', { ...log, contentType: 'text/plain' }, /content type/],
    ['a body where none is described', { ...refused, method: 'DELETE', status: 204, body: {} }, /no body/],
    ['a missing wrapper', { ...log, body: [message] }, /must be object/],
    ['a key too many', lists({ resource: 'projects' }), /must NOT have additional properties/],
    ['a key too few', lists({ payload: { id: '7' } }), /must have required property 'url'/],
    ['a key that was not asked for', { ...sparse, fields: ['name'] }, /must NOT have additional properties/],
    [
      'a key that was asked for and is missing',
      { ...sparse, fields: ['name', 'phone', 'id'] },
      /required property 'id'/,
    ],
    ['a sparse record where none was asked for', { ...sparse, fields: undefined }, /required property 'website'/],
    ['a time that is none', lists({ timestamp: '2026-02-30T15:00:00Z' }), /must match format "date-time"/],
    ['a code of another status', { ...refused, body: { ...problem, code: 'stale', error: 'stale' } }, /allowed values/],
    ['a status unlike its own', { ...refused, body: { ...problem, status: 400 } }, /must be equal to constant/],
    [
      'a fault without a place',
      { ...refused, body: { ...problem, errors: [{ code: 'stale', message: '' }] } },
      /required property 'parameter'/,
    ],
    ['a plain endpoint gone astray', { ...log, path: '/health', body: { status: 'ill' } }, /must have required/],
  ])('rejects %s', (_, answered, why) => {
    expect(checking(answered)).toThrow(why);
  });
});
