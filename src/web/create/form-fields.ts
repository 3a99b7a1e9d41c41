import { acceptedFields, type Resource } from '../../resources/resource.ts';
import type { FirmDirectory } from '../data/directory.ts';
import { customFieldsOf, pageField, type PageField } from '../fields/page-field.ts';
import { joinTimes } from '../fields/timed-date.ts';

/** The fields of a form: those that it shows at first, and those that it shows on request. */
export interface FormFields {
  readonly first: readonly PageField[];
  readonly more: readonly PageField[];
}

/** The fields with which people make a record: the usual ones in their order, after any other required ones. */
export function formFieldsOf(resource: Resource, directory: FirmDirectory): FormFields {
  const { [resource.plural]: outcome = [] } = outcomeFields;
  const joined = joinedFields(resource, directory, 'create').filter(({ name }) => !outcome.includes(name));
  const { [resource.plural]: usual = [] } = usualFields;
  const { [resource.plural]: later = [] } = laterFields;
  const rank = ({ name, field }: PageField): number => {
    if (field.required && !usual.includes(name)) return -1;
    return usual.includes(name) ? usual.indexOf(name) : usual.length;
  };
  const first = joined.filter((field) => rank(field) < usual.length).sort((one, other) => rank(one) - rank(other));
  const place = ({ name }: PageField): number => (later.includes(name) ? later.indexOf(name) : later.length);
  const more = joined.filter((field) => !first.includes(field)).sort((one, other) => place(one) - place(other));
  return { first, more };
}

/** The fields that a form can send, also those that the firm defined. A date and its time of day are one field. */
export function joinedFields(
  resource: Resource,
  directory: FirmDirectory,
  action: 'create' | 'update',
): readonly PageField[] {
  const declared = acceptedFields(resource, action).map(([name, field]) => pageField(name, field, resource));
  const all = [...declared, ...customFieldsOf(resource, directory)].filter(({ view }) => view.edit !== undefined);
  return joinTimes(all);
}

/** The fields that most people fill in when they make a record, in order. A form shows the others on request. */
const usualFields: Readonly<Record<string, readonly string[]>> = {
  projects: ['name', 'company', 'bid_due_date', 'amount'],
  companies: ['name', 'category', 'phone', 'website'],
  contacts: ['first_name', 'last_name', 'email', 'mobile_phone', 'job_title', 'company'],
  leads: ['name', 'company', 'value_in_cents', 'assigned_to', 'lead_source'],
  tasks: ['title', 'deadline', 'assigned_to', 'project', 'contact'],
  project_stages: ['name', 'category', 'default_probability', 'stale_after_days'],
  custom_fields: ['model', 'name', 'field_type', 'options', 'required'],
  loss_reasons: ['name', 'group'],
  calls: ['call_outcome', 'notes', 'project', 'company', 'contact'],
  notes: ['project', 'company', 'contacts', 'kind', 'text', 'happened_at'],
};

/** The further fields in the order in which people fill them in. Those that are not named here follow. */
const laterFields: Readonly<Record<string, readonly string[]>> = {
  projects: [
    ...['contact', 'start_date', 'end_date', 'probability', 'address'],
    ...['market_sector', 'work_scope', 'division', 'square_feet', 'units'],
    ...['delivery_method', 'contract_type', 'tender_type'],
    ...['assigned_to', 'project_stage', 'project_number', 'lead_source', 'description'],
  ],
};

/** The fields that make no sense for a new record: those of the outcome. */
const outcomeFields: Readonly<Record<string, readonly string[]>> = {
  projects: ['close_type', 'award_date', 'loss_reason'],
};
