import { dayBeside, type MappedColumn } from '../../../resources/transfer/mapping.ts';
import { targetsOf } from '../../../resources/transfer/targets.ts';
import { blankWords } from '../../../resources/transfer/words/value-words.ts';
import { firstDateReader } from '../reading-text/dates.ts';
import type { ProposalScope, ProposedColumn } from '../scope.ts';
import { type DateHabits, dateHabits } from './day-order.ts';
import { rankedHeaders } from './header-ranks.ts';
import { isBlankWord, mostFit } from './samples.ts';

/**
 * The instants of files that have the hour in a column of its own, such as `Bid Date` and `Bid Time`. The day beside the
 * instant has a column too, so that it is read where the hour cannot be.
 */
export function timesBeside(scope: ProposalScope, chosen: readonly MappedColumn[]): readonly MappedColumn[] {
  const used = new Set(chosen.flatMap(({ from }) => from.flat()));
  const dates = dateHabits(scope.columns, scope.timeZone);
  const times = scope.columns.filter(
    (column) => namesTime.test(column.name) && !used.has(column.name) && holdsTimes(column, dates),
  );
  return chosen.flatMap(({ from: [day], to, transform = [] }) => {
    const instant = instantOf(scope, to);
    if (typeof day !== 'string' || instant === undefined) return [];
    const time = timeOf(day, times, { scope, to });
    if (!time || chosen.some((other) => other.to === instant && other.to !== to)) return [];
    const blank = transform.filter((step) => typeof step === 'object' && 'blank_words' in step);
    const words = blank.length > 0 ? blank : [{ blank_words: [...blankWords] }];
    const joined = [...words, { join: { with: ' ' } }, { date: dates.order }];
    const alone = dayBeside[to];
    const kept = alone === undefined || chosen.some((other) => other.to === alone) ? [] : [alone];
    return [
      { from: [day, time.name], to: instant, transform: joined },
      ...kept.map((beside) => ({ from: [day], to: beside, transform })),
    ];
  });
}

/** The instant that a day and a time fill together: the target itself, or the one beside the day. */
function instantOf({ family, customFields }: ProposalScope, to: string): string | undefined {
  const target = targetsOf(family, customFields).get(to);
  if (target?.kind !== 'field') return undefined;
  return target.field.kind === 'date_time' ? to : Object.keys(dayBeside).find((instant) => dayBeside[instant] === to);
}

const namesTime = /time|hour/i;

/** The column that belongs to a column of days, such as `Bid Time`: with `date` for `time` it names the same field. */
function timeOf(
  day: string,
  times: readonly ProposedColumn[],
  { scope, to }: { readonly scope: ProposalScope; readonly to: string },
): ProposedColumn | undefined {
  const target = targetsOf(scope.family, scope.customFields).get(to);
  if (!target) return undefined;
  const rankOf = rankedHeaders(to, target, scope.family);
  return times.find(({ name }) => {
    const asDate = name.replace(namesTime, 'Date');
    return /^(?:time|hour)$/i.test(name.trim()) || rankOf(asDate) !== undefined || sameWords(asDate, day);
  });
}

const sameWords = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/** Whether most filled cells are times of day. */
function holdsTimes({ samples, values = samples }: ProposedColumn, { order, timeZone }: DateHabits): boolean {
  const filled = values.filter((value) => !isBlankWord(value));
  const read = firstDateReader([order], timeZone);
  return filled.length > 0 && mostFit(filled, (value) => isTime(read(`2026-01-15 ${value}`)));
}

const isTime = (read: unknown): boolean => typeof read === 'string' && read.includes(':');
