import type { Problem } from '../refusal.ts';
import type { savedViews } from '../resources/saved-views.ts';
import { inputValue, isWritten } from './input.ts';
import type { Rule } from './rule.ts';

/** In characters; one parameter name may fill the whole query. */
const longestName = 100;
const longestMessage = 300;

/**
 * A saved view stores a query string as a request sends it, without the question mark. Its list must accept the query
 * at the time of the change.
 */
export const keepQuestion: Rule<typeof savedViews> = (change, context) => {
  const { query, resource } = change.after;
  const isAsked = inputValue(change, 'query') !== undefined || inputValue(change, 'resource') !== undefined;
  if (!isWritten(change) || !isAsked || query === null) return {};
  return { problems: questionProblems(context.faultsOfQuestion(resource, query), '/query') };
};

/** The problems of the parameters of a stored query, as problems of the value that holds the query. */
export const questionProblems = (faults: readonly Problem[], pointer: string): Problem[] =>
  faults.map(({ parameter, code, message }) => ({
    pointer,
    code,
    message: `its parameter ${JSON.stringify(parameter?.slice(0, longestName))} ${message.slice(0, longestMessage)}`,
  }));
