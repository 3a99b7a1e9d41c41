import { describe, expect, it } from 'vitest';
import { admin, makeEdge, problem, v1 } from './support.ts';

const invalid = { title: 'A parameter is not valid', status: 400, instance: `${v1}/projects` };

async function ask(query: string) {
  const edge = makeEdge();
  const answer = await edge.app.inject({ url: `${v1}/projects?${query}`, headers: admin });
  return { edge, answer };
}

describe('a query', () => {
  it.each([
    ['', {}],
    ['page=2&view=all', { page: '2', view: 'all' }],
    ['&page=2&&', { page: '2' }],
    ['custom_fields%5Broof_type%5D=tar+%26%20gravel', { 'custom_fields[roof_type]': 'tar & gravel' }],
  ])('reaches the operation as sent: %s', async (query, expected) => {
    const { answer } = await ask(query);
    expect(answer.json()).toEqual(expected);
  });

  it('with an unknown parameter is refused, and the nearest known one is suggested', async () => {
    const { edge, answer } = await ask('pge=2');
    expect(answer.json()).toEqual(
      problem('invalid_query', {
        ...invalid,
        detail: 'pge: no parameter is called "pge"; did you mean page?',
        errors: [
          {
            parameter: 'pge',
            code: 'unknown_parameter',
            message: 'no parameter is called "pge"; did you mean page?',
            suggestion: 'page',
          },
        ],
      }),
    );
    expect(edge.requests).toEqual([]);
  });

  it('is refused with all of its problems at once', async () => {
    const { answer } = await ask('pge=2&view=mine&page=1&page=2&custom_fields[a]=%ff');
    expect(answer.json()).toEqual(
      problem('invalid_query', {
        ...invalid,
        detail: 'The query has 4 problems.',
        errors: [
          { parameter: 'page', code: 'duplicate', message: 'must be given once' },
          { parameter: 'custom_fields[a]', code: 'invalid_format', message: 'must be percent-encoded UTF-8' },
          expect.objectContaining({ parameter: 'pge', code: 'unknown_parameter' }),
          { parameter: 'view', code: 'not_allowed', message: 'must be one of open, all', allowed: ['open', 'all'] },
        ],
      }),
    );
  });

  it.each([
    ['page=two', 'wrong_type'],
    ['page=1e1', 'wrong_type'],
    ['page=+1', 'wrong_type'],
    ['page=', 'wrong_type'],
    ['page=0', 'out_of_range'],
    ['view=%00', 'invalid_text'],
    ['custom_fields=x', 'unknown_parameter'],
    ['custom_fields[a][b]=x', 'unknown_parameter'],
    ['__proto__=x', 'unknown_parameter'],
    ['constructor[prototype]=x', 'unknown_parameter'],
  ])('is checked parameter by parameter: %s is %s', async (query, code) => {
    const { answer } = await ask(query);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors.map((error: { code: string }) => error.code)).toEqual([code]);
  });

  it('without a required parameter returns 400 with its name', async () => {
    const answer = await makeEdge().app.inject({ url: `${v1}/roles`, headers: admin });
    expect(answer.json()).toEqual(
      problem('missing_parameter', {
        title: 'A parameter is missing',
        status: 400,
        detail: 'project_id: is required.',
        instance: `${v1}/roles`,
        errors: [{ parameter: 'project_id', code: 'required', message: 'is required' }],
      }),
    );
  });
});
