import { givenValue, isWritten } from './given.ts';
import { parseQuery } from './query-text.ts';
import type { Rule } from './rule.ts';

/** What a saved view asks is the text of a query such as a request would send, without its question mark. */
export const keepQuestion: Rule = (change) => {
  const query = givenValue(change, 'query');
  if (!isWritten(change) || typeof query !== 'string') return {};
  return {
    problems: parseQuery(query).problems.map(({ parameter, code, message }) => ({
      pointer: '/query',
      code,
      message: `its parameter ${JSON.stringify(parameter)} ${message}`,
    })),
  };
};
