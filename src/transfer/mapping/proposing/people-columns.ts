import type { FileColumn } from '../../../resources/transfer/imports.ts';
import { type MappedColumn, nameParts } from '../../../resources/transfer/mapping.ts';
import { nounsOf, synonyms, wholeNames } from '../../../resources/transfer/words/synonyms.ts';
import { isEmailAddress } from '../../../resources/vocabulary/formats.ts';
import { arePeopleOfFirms } from '../reading-text/person-and-firm.ts';
import type { ProposalScope } from '../scope.ts';
import { headerWords, plainHeaders } from './header-words.ts';
import { mostFit } from './samples.ts';

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
  const isKnown = (name: string) => known.includes(headerWords(name));
  const column =
    free.find(({ name }) => isKnown(name)) ??
    free.find(({ name }) => plainHeaders(name, nounsOf.contacts).some(isKnown));
  if (!column) return [];
  return nameParts.map((part) => ({ from: [column.name], to: part, transform: [{ full_name: { part } }] }));
}

const emailAmong = (free: readonly FileColumn[]): readonly MappedColumn[] => {
  const column = free.find(({ samples }) => samples.length > 0 && mostFit(samples, isEmailAddress));
  return column ? [{ from: [column.name], to: 'email' }] : [];
};

function firmAmong(free: readonly FileColumn[]): readonly MappedColumn[] {
  const column = free.find(({ name, samples }) => /contact/i.test(name) && arePeopleOfFirms(samples));
  return column ? [{ from: [column.name], to: 'company', transform: [{ person: { part: 'firm' } }] }] : [];
}
