import type { NamedRecord } from '../finding/use-found.ts';
import type { FormValues } from './form-values.ts';

/**
 * The subject of a note: the narrowest record of those that the screen is about. The company of a project shows the
 * note too.
 */
export function noteSubjectOf({
  project_id: project,
  lead_id: lead,
  contact_id: contact,
  company_id: company,
}: FormValues): FormValues {
  if (project !== undefined) return { project_id: project };
  if (lead !== undefined) return { lead_id: lead };
  return contact === undefined ? { company_id: company } : { contact_ids: [contact as NamedRecord] };
}
