/** A record that a call names. */
interface Subject {
  readonly id: string;
  readonly name: string | null;
  readonly email?: string;
}

/** A call as Today reads it. */
export interface LoggedCall {
  readonly id: string;
  readonly notes: string | null;
  readonly recorded_at: string;
  readonly call_outcome: Subject | null;
  readonly company: Subject | null;
  readonly contact: Subject | null;
  readonly project: Subject | null;
}

/** The outcomes of the starting list that leave a call to make. */
const leavesCall = new Set([
  'left voicemail',
  'left message',
  'no answer',
  'busy',
  'callback requested',
  'follow-up needed',
]);

/**
 * The calls to make: those with a time in the future, and for each person, else company, else project, the last call if
 * its outcome leaves another one to make. The earliest comes first.
 */
export function callsToMake(calls: readonly LoggedCall[], now: Date): readonly LoggedCall[] {
  const earliestFirst = calls.toSorted((one, other) => (one.recorded_at < other.recorded_at ? -1 : 1));
  const last = new Map(earliestFirst.map((call) => [subjectOf(call), call.id]));
  return earliestFirst.filter((call) => last.get(subjectOf(call)) === call.id && leavesAnother(call, now));
}

const leavesAnother = ({ recorded_at: at, call_outcome: outcome }: LoggedCall, now: Date): boolean =>
  Date.parse(at) > now.getTime() || leavesCall.has(outcome?.name?.toLowerCase() ?? '');

const subjectOf = ({ id, contact, company, project }: LoggedCall): string => {
  if (contact) return `contact ${contact.id}`;
  if (company) return `company ${company.id}`;
  return project ? `project ${project.id}` : `call ${id}`;
};
