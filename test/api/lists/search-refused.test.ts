import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Json, Reply } from '../../support/service/client.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
let first: Client;
beforeAll(async () => {
  service = await sharedService();
  ({ first } = service);
});
afterAll(() => service.stop());

describe('a search', () => {
  const problems = ({ status, body }: Reply) => [
    status,
    body.code,
    ...body.errors.map(({ parameter, code }: Json) => `${parameter} ${code}`),
  ];

  it.each([
    ['', 'q too_short'],
    ['%20%09', 'q required'],
    ['%CC%81', 'q required'],
    ['a'.repeat(256), 'q too_long'],
    ['a+b+c+d+e+f+g+h+i+j+k', 'q too_many'],
    ['a%00b', 'q invalid_text'],
    ['word&page=11', 'page out_of_range'],
    ['word&cursor=abc', 'cursor not_allowed'],
  ])('is refused for %s', async (query, problem) => {
    expect(problems(await first.get(`/projects?q=${query}`))).toEqual([400, 'invalid_query', problem]);
  });

  it('is refused with every error of its own parameters', async () => {
    expect(problems(await first.get('/projects?q=%20&cursor=x&page=2147483647&per_page=500'))).toEqual([
      400,
      'invalid_query',
      ...['cursor not_allowed', 'cursor not_allowed'],
      'q required',
      'page out_of_range',
    ]);
  });

  it('is refused with every error of its other parameters too', async () => {
    expect(problems(await first.get('/projects?q=%20&sort=name&page=0&cursor=x&amout=1&fields=nme'))).toEqual([
      400,
      'invalid_query',
      'sort not_allowed',
      'page out_of_range',
      ...['cursor not_allowed', 'cursor not_allowed'],
      'amout unknown_parameter',
      'fields not_allowed',
      'q required',
    ]);
  });

  it('is refused for a resource without search', async () => {
    expect(problems(await first.get('/divisions?q=x'))).toEqual([400, 'invalid_query', 'q unknown_parameter']);
  });
});
