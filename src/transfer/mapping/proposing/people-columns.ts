import type { FileColumn } from '../../../resources/transfer/imports.ts';
import type { MappedColumn } from '../../../resources/transfer/mapping.ts';
import { synonyms, wholeNames } from '../../../resources/transfer/words/synonyms.ts';
import { isEmailAddress } from '../../../resources/vocabulary/formats.ts';
import { splitPerson } from '../reading-text/person-and-firm.ts';
import type { ProposalScope } from '../scope.ts';
import { headerWords } from './header-words.ts';

/** The columns that only samples tell: the name of a person in one column, an e-mail address, the firm of a contact. */
export function besides({ family, columns }: ProposalScope, chosen: readonly MappedColumn[]): readonly MappedColumn[] {
  const used = new Set(chosen.flatMap(({ from }) => from.flat()));
  const free = columns.filter(({ name }) => !used.has(name));
  const isFree = (...targets: readonly string[]) => !chosen.some(({ to }) => targets.includes(to));
  if (family === 'contacts') {
    const names = isFree('first_name', 'last_name') ? wholeName(free) : [];
    return [...names, ...(isFree('email') ? emailAmong(free) : [])];
  }
  return synonyms[family]['company'] !== undefined && isFree('company') ? firmAmong(free) : [];
}

function wholeName(free: readonly FileColumn[]): readonly MappedColumn[] {
  const known = wholeNames.map(headerWords);
  const column = free.find(({ name }) => known.includes(headerWords(name)));
  if (!column) return [];
  const from = [column.name];
  const isReversed = column.samples.length > 0 && column.samples.every((sample) => /^[^,]+, [^,]+$/.test(sample));
  const [first, last] = isReversed
    ? ([
        { by: ',', part: 'rest' },
        { by: ',', part: 'first' },
      ] as const)
    : ([
        { by: ' ', part: 'first' },
        { by: ' ', part: 'rest' },
      ] as const);
  return [
    { from, to: 'first_name', transform: [{ split: first }] },
    { from, to: 'last_name', transform: [{ split: last }] },
  ];
}

const emailAmong = (free: readonly FileColumn[]): readonly MappedColumn[] => {
  const column = free.find(({ samples }) => samples.length > 0 && samples.every(isEmailAddress));
  return column ? [{ from: [column.name], to: 'email' }] : [];
};

function firmAmong(free: readonly FileColumn[]): readonly MappedColumn[] {
  const column = free.find(
    ({ name, samples }) => /contact/i.test(name) && samples.some((sample) => splitPerson(sample).name !== null),
  );
  return column ? [{ from: [column.name], to: 'company', transform: [{ person: { part: 'firm' } }] }] : [];
}
