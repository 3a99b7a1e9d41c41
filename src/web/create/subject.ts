import { foundIn } from '../finding/use-found.ts';
import type { FormValues } from './form-values.ts';

/** A record of a list, with the fields that the list has asked for. */
interface ListedSubject {
  readonly id: string;
  readonly name?: unknown;
  readonly company?: unknown;
  readonly contact?: unknown;
  readonly project?: unknown;
}

/** Returns the first values of a call or a task about a record; undefined without a record. */
export function subjectOf(plural: string, record: ListedSubject | undefined): FormValues | undefined {
  if (!record) return undefined;
  const own = ownFields[plural];
  return {
    project_id: foundIn(record.project),
    company_id: foundIn(record.company),
    contact_id: foundIn(record.contact),
    ...(own === undefined ? {} : { [own]: foundIn(record) }),
  };
}

/** The field that names a record of the list itself. */
const ownFields: Readonly<Record<string, string>> = {
  projects: 'project_id',
  companies: 'company_id',
  contacts: 'contact_id',
  leads: 'lead_id',
};
