import { weakMemo } from '../../weak-memo.ts';
import type { FileColumn } from '../../resources/transfer/imports.ts';
import type { ColumnProposal, Mapping, MappedColumn } from '../../resources/transfer/mapping.ts';
import { dayBeside } from '../../resources/transfer/mapping.ts';
import { type MappingTarget, type MappingTargets, targetsOf } from '../../resources/transfer/targets.ts';
import { inUnitOf } from './proposing/header-units.ts';
import { isNamedBeside, rankedHeaders, type RankOf } from './proposing/header-ranks.ts';
import { type DecimalSigns, decimalSignsOf } from './proposing/decimal-signs.ts';
import { type DateHabits, dateHabits } from './proposing/day-order.ts';
import { ownColumn, type OwnColumns, ownColumns } from './proposing/own-columns.ts';
import { besides } from './proposing/people-columns.ts';
import { repeatedNumbers } from './proposing/key-notes.ts';
import { proposedRule, proposedRules } from './proposing/proposed-rules.ts';
import { haveTimes } from './proposing/sample-dates.ts';
import { formFor } from './proposing/sample-fit.ts';
import { areObjects, isReferenceId, mostFit } from './proposing/samples.ts';
import { isAddress, withLink } from './proposing/link-columns.ts';
import { timesBeside } from './proposing/time-columns.ts';
import { cityWithState, wholeAddress } from './proposing/whole-address.ts';
import { splitAddress } from './reading-text/us-address.ts';
import type { ProposalScope, ProposedColumn } from './scope.ts';

/**
 * Proposes a mapping by the names of the columns and their samples. Each target has at most one column. A column stays
 * unmapped if more than half of its samples do not fit.
 */
export function proposeMapping(scope: ProposalScope): Mapping {
  const { targets, own } = habitsOf(scope);
  const chosen = choose(guessesOf(scope));
  const further = own ? [] : [...timesBeside(scope, chosen), ...besides(scope, chosen)];
  const kept = chosen.filter(({ to }) => !further.some((one) => one.to === to));
  const columns = [...kept, ...further].toSorted(byColumn(scope.columns));
  return {
    upsert_by: keyAmong(columns, scope),
    columns: columns.map((column) => withLink(column, scope.columns, targets)),
    constants: {},
    references: proposedRules(columns, targets, scope.columns, own),
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
  const { own, dates, decimals } = habitsOf(scope);
  const isOwnName = (rankedHeaders(to, target, scope.family)(column.name) ?? 1) <= 0;
  const mapped = mappedTo(to, target, { column, isOwnName, own, dates, decimals, scope });
  const { transform } = mapped.find((one) => one.to === to) ?? mapped[0] ?? {};
  return {
    column: { from: [column.name], to, ...(transform && { transform }) },
    reference: proposedRule(target, column, own),
  };
}

/** The fields that a file can fill, and the habits of all its columns together. They are kept with the scope. */
export const habitsOf = weakMemo((scope: ProposalScope) => {
  const { columns, family, customFields, timeZone, currency } = scope;
  const targets = targetsOf(family, customFields);
  const own = ownColumns(columns, family, targets);
  return { targets, own, dates: dateHabits(columns, timeZone), decimals: decimalSignsOf(columns, currency) };
});

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

const isUnique = (column: ProposedColumn): boolean => column.samples.length > 0 && repeatedNumbers(column).length === 0;

/** A column that may fill a target. The lowest rank wins. */
interface Guess {
  readonly column: ProposedColumn;
  readonly name: string;
  readonly rank: number;
  readonly mapped: readonly MappedColumn[];
}

function guessesOf(scope: ProposalScope): readonly Guess[] {
  const { targets, own, dates, decimals } = habitsOf(scope);
  const ranked = [...targets].map(([name, target]) => ({
    name,
    target,
    rankOf: rankedHeaders(name, target, scope.family),
  }));
  const named = ranked.find(({ name }) => name === 'name')?.rankOf;
  const others = ranked.filter(({ name }) => name !== 'name' && !name.startsWith('address.'));
  const tried = new Map<string, number>();
  return scope.columns.flatMap((column) => {
    const ownName = own?.get(column.name);
    if (ownName !== undefined) return ownGuesses(column, ownName, targets, { ...scope, dates });
    const { link_of: shown } = column;
    const isFree = shown === undefined && others.every(({ rankOf }) => rankOf(column.name) === undefined);
    if (isFree && named && namesRecords(column, named)) return [nameGuess(column, named)];
    // The links of a column fill an address by its name, if its texts do not.
    const fitting = shown === undefined ? ranked : ranked.filter(({ target }) => isAddress(target));
    return fitting.flatMap(({ name, target, rankOf }): Guess[] => {
      const found = rankOf(shown ?? column.name);
      if (found === undefined) return [];
      const isOwnName = found <= 0;
      // Columns with other names of the field must not displace one with its own name.
      const kind = `${isOwnName ? 'own' : 'other'} ${name}`;
      const times = tried.get(kind) ?? 0;
      if (times === mostTried) return [];
      tried.set(kind, times + 1);
      const mapped = mappedTo(name, target, { column, isOwnName, own, dates, decimals, scope });
      return mapped.length > 0 ? [{ column, name, rank: found, mapped }] : [];
    });
  });
}

/** The columns whose values are tried for one field, by its own name and by others: a wide file can have many. */
const mostTried = 20;

/** A column of an export fills its own field before all others, and no other field. */
function ownGuesses(
  column: ProposedColumn,
  name: string | null,
  targets: MappingTargets,
  habits: Pick<Candidate, 'dates'> & Pick<ProposalScope, 'entriesOf'>,
): readonly Guess[] {
  const target = targets.get(name ?? '');
  if (name === null || !target) return [];
  return [{ column, name, rank: -1, mapped: [ownColumn(column, name, target, habits)] }];
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

interface Candidate {
  readonly column: ProposedColumn;
  readonly isOwnName: boolean;
  readonly own: OwnColumns | null;
  readonly dates: DateHabits;
  readonly decimals: DecimalSigns;
  readonly scope: ProposalScope;
}

function mappedTo(name: string, target: MappingTarget, candidate: Candidate): readonly MappedColumn[] {
  const { column, own, dates, scope } = candidate;
  if (own?.get(column.name) === name) return [ownColumn(column, name, target, { entriesOf: scope.entriesOf, dates })];
  if (isReferenceId(name, column) || isWhole(target, column.samples)) return [{ from: [column.name], to: name }];
  return severalParts[name]?.(column, scope) ?? mappedByForm(name, target, candidate);
}

/** The mappings of columns whose cells have several parts of an address. */
const severalParts: Readonly<Record<string, typeof wholeAddress>> = {
  'address.street_address': wholeAddress,
  'address.city': cityWithState,
};

function mappedByForm(
  name: string,
  target: MappingTarget,
  { column, isOwnName, own, dates, decimals, scope }: Candidate,
): readonly MappedColumn[] {
  const { samples, values = samples } = column;
  const form = formFor(
    target,
    { samples, values, isOwnName, isExport: own !== null, dates, decimals },
    scope.entriesOf,
  );
  if (form === null) return [];
  const to = haveTimes(values, form) ? (instantBeside(name) ?? name) : name;
  const mapped = { from: [column.name], to, ...(form.length > 0 ? { transform: form } : {}) };
  return own !== null || isOwnName ? [mapped] : inUnitOf(target, mapped, values);
}

const instantBeside = (day: string): string | undefined =>
  Object.keys(dayBeside).find((instant) => dayBeside[instant] === day);

const isWhole = ({ kind }: MappingTarget, samples: readonly string[]): boolean =>
  kind === 'reference' && areObjects(samples);

/** The best guess for each target. Each column fills one target, or the parts of one address. */
function choose(guesses: readonly Guess[]): readonly MappedColumn[] {
  const [columns, targets] = [new Set<FileColumn>(), new Set<string>()];
  const chosen: MappedColumn[] = [];
  for (const { column, mapped } of guesses.toSorted(byTrust)) {
    const free = mapped.filter(({ to }) => !targets.has(to));
    if (columns.has(column) || !free.some(({ to }) => to === mapped[0]?.to)) continue;
    columns.add(column);
    for (const one of free) targets.add(one.to);
    chosen.push(...free);
  }
  return chosen;
}

/** A filled column comes before an empty one, whatever their names. The columns of an export come first. */
const byTrust = (one: Guess, other: Guess): number =>
  Number(isEmptyGuess(one)) - Number(isEmptyGuess(other)) || one.rank - other.rank;

const isEmptyGuess = ({ column, rank }: Guess): boolean => rank >= 0 && column.samples.length === 0;

const byColumn =
  (columns: readonly FileColumn[]) =>
  (one: MappedColumn, other: MappedColumn): number =>
    placeIn(columns, one) - placeIn(columns, other);

const placeIn = (columns: readonly FileColumn[], { from }: MappedColumn): number =>
  columns.findIndex(({ name }) => name === from.flat()[0]);
