/** The fields that most people fill in when they make a record, in order. A form shows the others on request. */
export const usualFields: Readonly<Record<string, readonly string[]>> = {
  projects: ['name', 'company', 'bid_due_date', 'amount'],
  companies: ['name', 'category', 'phone', 'website'],
  contacts: ['first_name', 'last_name', 'email', 'mobile_phone', 'job_title', 'company'],
  leads: ['name', 'company', 'value_in_cents', 'assigned_to', 'lead_source'],
  tasks: ['title', 'deadline', 'assigned_to', 'project', 'contact'],
  project_stages: ['name', 'category', 'default_probability', 'stale_after_days'],
  custom_fields: ['model', 'name', 'field_type', 'options', 'required'],
  loss_reasons: ['name', 'group'],
  calls: ['call_outcome', 'notes', 'project', 'company', 'contact'],
};

/** The further fields in the order in which people fill them in. Those that are not named here follow. */
export const laterFields: Readonly<Record<string, readonly string[]>> = {
  projects: [
    ...['contact', 'start_date', 'end_date', 'probability', 'address'],
    ...['market_sector', 'work_scope', 'division', 'square_feet', 'units'],
    ...['delivery_method', 'contract_type', 'tender_type'],
    ...['assigned_to', 'project_stage', 'project_number', 'lead_source', 'description'],
  ],
};

/** The fields that make no sense for a new record: those of the outcome. */
export const outcomeFields: Readonly<Record<string, readonly string[]>> = {
  projects: ['close_type', 'award_date', 'loss_reason'],
};
