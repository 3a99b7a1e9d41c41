import type { importMappings } from '../resources/transfer/import-mappings.ts';
import { documentProblems } from './document.ts';
import { inputValue, isUnknown, isWritten } from './input.ts';
import type { Rule } from './rule.ts';

/** In bytes of JSON. */
const most = 256 * 1024;

/** A mapping is stored as far as Postgres can store it. `transfer` judges what it says. */
export const keepMapping: Rule<typeof importMappings> = (change) => {
  const mapping = inputValue(change, 'mapping');
  if (!isWritten(change) || isUnknown(change, ['mapping']) || !mapping) return {};
  return { problems: documentProblems(mapping, { pointer: '/mapping', most }) };
};
