import { givenValue, isWritten } from './given.ts';
import { parseQuery } from './query-text.ts';
import type { Rule } from './rule.ts';

/** A query may be all one name. */
const longestName = 100;
const longestMessage = 300;

/**
 * What a saved view asks is the text of a query such as a request would send, without its question mark: one that its
 * list answers today.
 */
export const keepQuestion: Rule = (change, context) => {
  const { query, resource } = change.after;
  const isAsked = givenValue(change, 'query') !== undefined || givenValue(change, 'resource') !== undefined;
  if (!isWritten(change) || !isAsked || typeof query !== 'string') return {};
  const { values, problems } = parseQuery(query);
  const answered = typeof resource === 'string' ? context.faultsOfQuestion(resource, values) : [];
  return {
    problems: [...problems, ...answered].map(({ parameter, code, message }) => ({
      pointer: '/query',
      code,
      message: `its parameter ${JSON.stringify(parameter?.slice(0, longestName))} ${message.slice(0, longestMessage)}`,
    })),
  };
};
