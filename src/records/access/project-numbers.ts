import { dayOf } from '../../domain/calendar.ts';
import type { Problem } from '../../refusal.ts';
import { wireTime } from '../../resources/vocabulary/formats.ts';
import { type NumberSeries, numberIn, patternFaults, seriesOf } from '../../resources/vocabulary/project-number.ts';
import type { BodyFields, JudgedBody } from '../../schema/validator.ts';
import type { Queryable } from '../../database/engine.ts';
import type { AccountSettings } from '../../store/rows/directory.ts';
import { clearNumbers, readGreatest, readNext, setNext } from '../../store/write/project-numbers.ts';
import type { ChangedFields } from '../changing/changed-fields.ts';
import type { StoreContext } from '../request-context.ts';

/** The number that the next new project gets by a pattern; each value is null without a pattern. */
export interface NextProjectNumber {
  readonly pattern: string | null;
  /** As the pattern counts it. */
  readonly next: number | null;
  readonly project_number: string | null;
}

/**
 * The number of the next new project. For another pattern than that of the account: the number with which it would
 * begin, one above the greatest that fits it.
 */
export async function readProjectNumbers(
  { store: { engine }, directory: { accountId, account }, at }: StoreContext,
  asked = account.project_number_pattern,
): Promise<NextProjectNumber> {
  if (asked === null) return { pattern: null, next: null, project_number: null };
  const series = seriesAt(asked, account, at);
  const read = asked === account.project_number_pattern ? readNext : readGreatest;
  const next = await read(engine, { accountId, series });
  return { pattern: asked, next, project_number: numberIn(series, next) };
}

/** The numbers of the year in which the account is at an instant. */
function seriesAt(pattern: string, { time_zone: zone }: Pick<AccountSettings, 'time_zone'>, at: Date): NumberSeries {
  const now = wireTime(at);
  return seriesOf(pattern, dayOf(now, zone) ?? now);
}

type Numbered = Pick<AccountSettings, 'project_number_pattern'>;

/** The problems of the requested pattern and of the number with which it goes on. */
export function numberingProblems(before: Numbered, fields: BodyFields): Problem[] {
  const { project_number_pattern: pattern = before.project_number_pattern, project_number_next: next } = fields;
  return [
    ...patternProblems(pattern, { pointer: '/account/project_number_pattern' }),
    ...(next === undefined || pattern !== null ? [] : [nothingToCount]),
  ];
}

/** @param place of the pattern in the request. */
export const patternProblems = (pattern: unknown, place: Pick<Problem, 'pointer' | 'parameter'>): Problem[] =>
  typeof pattern === 'string'
    ? patternFaults(pattern).map((message) => ({ ...place, code: 'invalid_format', message }))
    : [];

const nothingToCount: Problem = {
  pointer: '/account/project_number_next',
  code: 'not_allowed',
  message: 'needs a project_number_pattern',
};

interface NumberingChange {
  readonly before: AccountSettings;
  readonly wanted: AccountSettings;
  readonly asked: JudgedBody;
}

/**
 * Sets the number of the next project: the one that the request gives, or with another pattern, one above the greatest
 * that fits it. @returns its entry in the log; none if it stays.
 */
export async function changeNext(
  transaction: Queryable,
  at: Date,
  { before, wanted, asked }: NumberingChange,
): Promise<ChangedFields> {
  const { id: accountId, project_number_pattern: pattern } = wanted;
  const given = asked.fields['project_number_next'] as number | undefined;
  const isNew = pattern !== before.project_number_pattern;
  if (isNew) await clearNumbers(transaction, accountId);
  if (pattern === null || (given === undefined && !isNew)) return {};
  const own = { accountId, series: seriesAt(pattern, wanted, at) };
  const from = isNew ? null : await readNext(transaction, own);
  const to = given ?? (await readGreatest(transaction, own));
  if (to === from) return {};
  await setNext(transaction, own, to);
  return { project_number_next: { from, to } };
}
