import type { savedViews } from '../resources/saved-views.ts';
import { documentProblems } from './document.ts';
import { inputValue, isUnknown, isWritten } from './input.ts';
import type { Rule } from './rule.ts';

/** In bytes of JSON. */
const most = 16 * 1024;

/** A saved view stores how programs show it, as far as Postgres can store that. */
export const keepDisplay: Rule<typeof savedViews> = (change) => {
  const display = inputValue(change, 'display');
  if (!isWritten(change) || isUnknown(change, ['display']) || !display) return {};
  return { problems: documentProblems(display, { pointer: '/display', most }) };
};
