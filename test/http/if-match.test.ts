import { describe, expect, it } from 'vitest';
import { admin, makeEdge, problem, v1 } from './support.ts';

const project = `${v1}/projects/4`;
const title = 'A parameter is not valid';

describe('If-Match', () => {
  it.each([
    ['*', undefined],
    ['"1"', [1]],
    ['"1", "2"', [1, 2]],
    ['W/"1"', [1]],
    ['"", "2"', [2]],
    ['"1" ,"2"', [1, 2]],
    ['"01", "a", "1a", "9999999999"', []],
  ])('%s passes the versions to the operation', async (ifMatch, versions) => {
    const edge = makeEdge();
    await edge.app.inject({ method: 'DELETE', url: project, headers: { ...admin, 'if-match': ifMatch } });
    expect(edge.requests.map((request) => request.versions)).toEqual([versions]);
  });

  it.each(['', '1', "'1'", '"1', '"1" "2"', '"1",', '*, "1"', 'w/"1"', '"a,b"', '"a b"'])(
    '%j is invalid and returns 400',
    async (ifMatch) => {
      const edge = makeEdge();
      const request = { url: project, headers: { ...admin, 'if-match': ifMatch } };
      const answer = await edge.app.inject({ method: 'DELETE', ...request });
      expect(answer.json()).toEqual(
        problem('invalid_query', {
          title,
          status: 400,
          detail: 'If-Match must be the ETag of the record in its quotes, several ETags separated by commas, or *.',
          instance: project,
          errors: [{ parameter: 'If-Match', code: 'invalid_format', message: 'must be entity tags such as "3", or *' }],
        }),
      );
      expect(edge.requests).toEqual([]);
    },
  );

  it.each([`${v1}/projects`, `${v1}/projects/bulk`])('returns 400 at POST %s', async (url) => {
    const edge = makeEdge();
    const answer = await edge.app.inject({ method: 'POST', url, headers: { ...admin, 'if-match': '"1"' } });
    expect(answer.json()).toEqual(
      problem('invalid_query', {
        title,
        status: 400,
        detail: 'If-Match does not apply to this operation.',
        instance: url,
        errors: [
          {
            parameter: 'If-Match',
            code: 'not_allowed',
            message: 'must be absent: it does not apply to this operation',
          },
        ],
      }),
    );
    expect(edge.requests).toEqual([]);
  });

  it('is ignored in a read', async () => {
    const edge = makeEdge();
    await edge.app.inject({ url: project, headers: { ...admin, 'if-match': '1' } });
    expect(edge.requests).toMatchObject([{ versions: undefined }]);
  });
});
