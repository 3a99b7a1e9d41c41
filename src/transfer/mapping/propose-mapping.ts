import type { ImportedFamily, FileColumn } from '../../resources/transfer/imports.ts';
import type { ColumnProposal, Mapping, MappedColumn } from '../../resources/transfer/mapping.ts';
import { dayBeside, splitAddressParts } from '../../resources/transfer/mapping.ts';
import { synonyms, wholeNames } from '../../resources/transfer/words/synonyms.ts';
import { isEmailAddress } from '../../resources/vocabulary/formats.ts';
import { headerWords } from './proposing/header-words.ts';
import { splitPerson } from './reading-text/person-and-firm.ts';
import { isNamedBeside, rankedHeaders, type RankOf } from './proposing/header-ranks.ts';
import { haveTimes } from './proposing/sample-dates.ts';
import { proposedRule, proposedRules } from './proposing/proposed-rules.ts';
import { formFor } from './proposing/sample-fit.ts';
import { areObjects, isBlankWord, isReferenceId, mostFit } from './proposing/samples.ts';
import type { EntriesOf, ProposedColumn } from './scope.ts';
import {
  type MappableCustomField,
  type MappingTarget,
  type MappingTargets,
  targetsOf,
} from '../../resources/transfer/targets.ts';
import { splitAddress } from './reading-text/us-address.ts';

/** The family, columns, custom fields and lists from which a mapping is proposed. */
export interface ProposalScope {
  readonly family: ImportedFamily;
  readonly columns: readonly ProposedColumn[];
  readonly customFields: readonly MappableCustomField[];
  readonly entriesOf: EntriesOf;
}

/**
 * Proposes a mapping by the names of the columns and their samples. Each target has at most one column. A column stays
 * unmapped if more than half of its samples do not fit.
 */
export function proposeMapping(scope: ProposalScope): Mapping {
  const targets = targetsOf(scope.family, scope.customFields);
  const chosen = choose(guessesOf(scope, targets));
  const columns = [...chosen, ...besides(scope, chosen)].toSorted(byColumn(scope.columns));
  return {
    upsert_by: keyAmong(columns, scope),
    columns,
    constants: {},
    references: proposedRules(columns, targets, scope.columns),
    custom_fields: {},
  };
}

/** Proposes how a column fills a target that somebody has chosen. @param to the name of the target. */
export function proposeColumn(
  scope: ProposalScope,
  column: ProposedColumn,
  to: string,
  target: MappingTarget,
): ColumnProposal {
  const isOwnName = (rankedHeaders(to, target, scope.family)(column.name) ?? 1) <= 0;
  const candidate = { column, isOwnName, isExport: ownColumns(scope.columns) !== null, entriesOf: scope.entriesOf };
  const mapped = mappedTo(to, target, candidate);
  const { transform } = mapped.find((one) => one.to === to) ?? mapped[0] ?? {};
  return {
    column: { from: [column.name], to, ...(transform && { transform }) },
    reference: proposedRule(target, column),
  };
}

/**
 * The field that identifies a record: the id of another program, or a number that no two rows have. With the latter, a
 * record must have its name too, because the service asks for none where rows change records.
 */
function keyAmong(mapped: readonly MappedColumn[], { columns }: ProposalScope): readonly string[] {
  const sourceOf = (target: string) => mapped.find(({ to }) => to === target)?.from.flat()[0];
  if (sourceOf('external_id') !== undefined) return ['external_id'];
  const isNew = sourceOf('name') !== undefined && sourceOf('id') === undefined;
  const numbered = columns.find(({ name }) => name === sourceOf('project_number'));
  return isNew && numbered && isUnique(numbered) ? ['project_number'] : [];
}

const isUnique = ({ samples, repeated = [] }: ProposedColumn): boolean =>
  samples.length > 0 && repeated.every(isBlankWord);

/** A column that may fill a target. The lowest rank wins. */
interface Guess {
  readonly column: ProposedColumn;
  readonly name: string;
  readonly rank: number;
  readonly mapped: readonly MappedColumn[];
}

function guessesOf(scope: ProposalScope, targets: MappingTargets): readonly Guess[] {
  const ranked = [...targets].map(([name, target]) => ({
    name,
    target,
    rankOf: rankedHeaders(name, target, scope.family),
  }));
  const own = ownColumns(scope.columns);
  const named = ranked.find(({ name }) => name === 'name')?.rankOf;
  const others = ranked.filter(({ name }) => name !== 'name' && !name.startsWith('address.'));
  return scope.columns.flatMap((column) => {
    const isFree = others.every(({ rankOf }) => rankOf(column.name) === undefined);
    if (isFree && named && namesRecords(column, named)) return [nameGuess(column, named)];
    return ranked.flatMap(({ name, target, rankOf }): Guess[] => {
      const found = own?.get(column.name) === name ? -1 : rankOf(column.name);
      if (found === undefined || (own?.get(column.name) ?? name) !== name) return [];
      const candidate = { column, isOwnName: found <= 0, isExport: own !== null, entriesOf: scope.entriesOf };
      const mapped = mappedTo(name, target, candidate);
      return mapped.length > 0 ? [{ column, name, rank: found, mapped }] : [];
    });
  });
}

/** Whether a column such as `Project / Location` holds names. Other columns may do so with a better header. */
const namesRecords = ({ name, samples }: ProposedColumn, rankOf: RankOf): boolean =>
  isNamedBeside(name, rankOf) && !(samples.length > 0 && mostFit(samples, isPlace));

/** Whether a text is a street address, or a city with its state. */
function isPlace(text: string): boolean {
  const { street_address: street, state, zip } = splitAddress(text);
  return /^\d+\w?(?:-\d+)? \S/.test(text) || zip !== null || (street === null && state !== null);
}

const nameGuess = (column: ProposedColumn, rankOf: RankOf): Guess => ({
  column,
  name: 'name',
  mapped: [{ from: [column.name], to: 'name' }],
  rank: rankOf(column.name) ?? worstRank,
});

const worstRank = 1000;

/**
 * The columns of an export of the product that need to be told apart: `id` beside the times of a record, `company_id`
 * beside `company`. Null if the file is none.
 */
function ownColumns(columns: readonly FileColumn[]): ReadonlyMap<string, string> | null {
  const names = new Set(columns.map(({ name }) => name));
  if (!['id', 'created_at', 'updated_at'].every((name) => names.has(name))) return null;
  const ids = [...names].filter((name) => name.endsWith('_id') && names.has(name.slice(0, -3)));
  return new Map([['id', 'id'], ...ids.map((name) => [name, name.slice(0, -3)] as const)]);
}

interface Candidate {
  readonly column: ProposedColumn;
  readonly isOwnName: boolean;
  readonly isExport: boolean;
  readonly entriesOf: EntriesOf;
}

function mappedTo(name: string, target: MappingTarget, candidate: Candidate): readonly MappedColumn[] {
  const { column, entriesOf } = candidate;
  const { samples, values = samples } = column;
  const from = [column.name];
  if (isReferenceId(name, column) || isWhole(target, samples)) return [{ from, to: name }];
  const address = name === 'address.street_address' ? wholeAddress(column) : null;
  if (address !== null) return address;
  const form = formFor(target, { ...candidate, samples, values }, entriesOf);
  if (form === null) return [];
  const to = haveTimes(values, form) ? (instantBeside(name) ?? name) : name;
  return [{ from, to, ...(form.length > 0 ? { transform: form } : {}) }];
}

const instantBeside = (day: string): string | undefined =>
  Object.keys(dayBeside).find((instant) => dayBeside[instant] === day);

/** The mapping of a column of whole addresses, in one text or as objects; null if it has none. */
function wholeAddress({ name, samples }: FileColumn): readonly MappedColumn[] | null {
  if (areObjects(samples)) return [{ from: [name], to: 'address' }];
  if (!areWholeAddresses(samples)) return null;
  return splitAddressParts
    .filter((part) => part !== 'country' || samples.some((sample) => splitAddress(sample).country !== null))
    .map((part) => ({ from: [name], to: `address.${part}`, transform: [{ address: { part } }] }));
}

const isWhole = ({ kind }: MappingTarget, samples: readonly string[]): boolean =>
  kind === 'reference' && areObjects(samples);

const areWholeAddresses = (samples: readonly string[]): boolean =>
  samples.length > 0 &&
  samples.every((sample) => {
    const { city, state, zip } = splitAddress(sample);
    return (city ?? zip) !== null && (state ?? zip) !== null;
  });

/** The best guess for each target. Each column fills one target, or the parts of one address. */
function choose(guesses: readonly Guess[]): readonly MappedColumn[] {
  const [columns, targets] = [new Set<FileColumn>(), new Set<string>()];
  const chosen: MappedColumn[] = [];
  for (const { column, mapped } of guesses.toSorted((one, other) => one.rank - other.rank)) {
    const free = mapped.filter(({ to }) => !targets.has(to));
    if (columns.has(column) || !free.some(({ to }) => to === mapped[0]?.to)) continue;
    columns.add(column);
    for (const one of free) targets.add(one.to);
    chosen.push(...free);
  }
  return chosen;
}

/** The columns that only samples tell: the name of a person in one column, an e-mail address, the firm of a contact. */
function besides({ family, columns }: ProposalScope, chosen: readonly MappedColumn[]): readonly MappedColumn[] {
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

const byColumn =
  (columns: readonly FileColumn[]) =>
  (one: MappedColumn, other: MappedColumn): number =>
    placeIn(columns, one) - placeIn(columns, other);

const placeIn = (columns: readonly FileColumn[], { from }: MappedColumn): number =>
  columns.findIndex(({ name }) => name === from.flat()[0]);
