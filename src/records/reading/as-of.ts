import { dateAfter, dayLength, dayOf, endOfDay } from '../../domain/calendar.ts';
import { type Problem, Refusal } from '../../refusal.ts';
import type { ListField } from '../../resources/list-fields.ts';
import type { Resource } from '../../resources/resource.ts';
import { isDate, isDateTime, wireTime } from '../../resources/vocabulary/formats.ts';
import { isUpgrading, pastKind } from '../../store/jobs/upgrade-jobs.ts';
import { longTexts } from '../../store/past/past-table.ts';
import type { Directory } from '../../store/rows/directory.ts';
import type { StoreContext } from '../request-context.ts';

/** The instant as of which a request reads records; undefined means as they are now. */
export interface AskedInstant {
  readonly asOf: Date | undefined;
  readonly problems: readonly Problem[];
}

/** How far the clock of a client may be ahead, in milliseconds. */
const mostAhead = 5000;

/**
 * The instant that a parameter such as `as_of` names: an instant, the end of a day of the account's calendar, or
 * `today-7`. Today means now.
 */
export function instantAsked(
  parameter: string,
  text: string | undefined,
  directory: Directory,
  now: Date,
): AskedInstant {
  if (text === undefined) return { asOf: undefined, problems: [] };
  const asOf = instantIn(text, directory.timeZone, now);
  if (asOf === null) return { asOf: undefined, problems: [{ parameter, code: 'invalid_format', message: wrongForm }] };
  if (asOf.getTime() - now.getTime() <= mostAhead) return { asOf, problems: [] };
  return { asOf: undefined, problems: [{ parameter, code: 'out_of_range', message: 'must not be in the future' }] };
}

const wrongForm =
  'must be an instant such as 2026-03-30T14:00:00Z, a day such as 2026-03-29, or today with up to four digits of days ' +
  'before it, such as today-7';

function instantIn(text: string, timeZone: string, now: Date): Date | null {
  if (isDateTime(text)) return new Date(wireTime(text));
  const today = dayOf(wireTime(now), timeZone) ?? wireTime(now).slice(0, 10);
  const day = dayIn(text, today);
  if (day === null) return null;
  // No day is longer than 26 hours, also with a change of summer time.
  return day === today ? now : new Date(Math.min(endOfDay(day, timeZone) - 1, Date.parse(day) + 3 * dayLength));
}

function dayIn(text: string, today: string): string | null {
  if (isDate(text)) return text;
  const relative = /^today(?:-(\d{1,4}))?$/.exec(text);
  return relative && dateAfter(today, -Number(relative[1] ?? 0));
}

/** The parts of a list's query that need more than the past versions of its records. */
interface AskedOfPast {
  readonly filters?: readonly { readonly on: object }[];
  readonly sort?: readonly { readonly field: ListField }[] | undefined;
  readonly include?: readonly string[] | undefined;
  readonly q?: string | undefined;
}

/** The parts of a query that cannot be combined with an instant: other families and long texts have no past. */
export function pastProblems(resource: Resource, { filters = [], sort = [], include = [], q }: AskedOfPast): Problem[] {
  const long = longTexts(resource);
  const ofPast = 'cannot be combined with as_of: ';
  const filtered = filters.flatMap(({ on }) =>
    'name' in on && long.includes(String(on.name)) ? [String(on.name)] : [],
  );
  const sorted = sort.filter(({ field }) => long.includes(field.name));
  const families = include.filter((name) => isOtherFamily(resource, name));
  return [
    ...(q === undefined ? [] : [notAllowed('q', `${ofPast}a search reads only the present`)]),
    ...filtered.map((name) => notAllowed(name, 'filters only the present: the past of this text is not indexed')),
    ...sorted.map(({ field }) => notAllowed('sort', `cannot name ${field.name} with as_of`)),
    ...families.map((name) => notAllowed('include', `cannot name ${name} with as_of, because it has no past`)),
  ];
}

/** `contact` is a value of the record itself, and the log of stages has its times. */
function isOtherFamily({ includes = {} }: Resource, name: string): boolean {
  const inclusion = includes[name];
  return inclusion !== undefined && 'of' in inclusion;
}

const notAllowed = (parameter: string, message: string): Problem => ({ parameter, code: 'not_allowed', message });

/** @throws {Refusal} `unavailable` while the service makes the past versions of the account's records from the log. */
export async function refuseMissingPast({ store, actor }: StoreContext): Promise<void> {
  if (!(await isUpgrading(store.engine, actor.accountId, pastKind))) return;
  const detail = 'The service still makes the past of the projects from the log, after an upgrade or a restore.';
  throw new Refusal('unavailable', detail, { retryAfterSeconds });
}

const retryAfterSeconds = 30;
