import type { ImportedFamily } from '../../../src/resources/transfer/imports.ts';
import { judgeMapping } from '../../../src/transfer/mapping/judge-mapping.ts';
import { proposeMapping } from '../../../src/transfer/mapping/propose-mapping.ts';
import type { MappableCustomField } from '../../../src/resources/transfer/targets.ts';
import { column, entriesWith } from './support.ts';
import { blankWords } from '../../../src/resources/transfer/words/value-words.ts';

/** The step that a proposal has before dates, numbers and choices. */
export const blank = { blank_words: [...blankWords] };

const entriesOf = entriesWith({
  users: ['Ann Roe', 'Bob Poe'],
  project_stages: ['Estimating', 'Bid Submitted', 'Won', 'Lost'],
  market_sectors: ['Healthcare', 'Retail'],
  company_categories: ['Client', 'General Contractor'],
  industries: ['Steel', 'Concrete'],
  lead_sources: ['Website'],
  call_outcomes: ['Connected'],
});

/** The mapping that is proposed for columns with samples, also by target: the column, then its transforms. */
export function proposed(
  family: ImportedFamily,
  header: Readonly<Record<string, readonly string[]>>,
  customFields: readonly MappableCustomField[] = [],
) {
  const columns = Object.entries(header).map(([name, samples]) => column(name, samples));
  const mapping = proposeMapping({ family, columns, customFields, entriesOf });
  const { problems } = judgeMapping(mapping, { family, columns, customFields, pointer: '' });
  const byTarget = Object.fromEntries(
    mapping.columns.map(({ from, to, transform }) => [to, transform ? [from[0], ...transform] : from[0]]),
  );
  return { ...mapping, byTarget, problems: problems.filter(({ code }) => code !== 'required') };
}
