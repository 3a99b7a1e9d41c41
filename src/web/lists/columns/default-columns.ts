/** The order of a list whose address names none, by plural, if it is not that of the service. */
export const defaultSorts: Readonly<Record<string, string>> = { calls: '-recorded_at', contacts: 'name' };

/** The columns of a list whose address names none, by plural. */
export const defaultColumns: Readonly<Record<string, readonly string[]>> = {
  projects: [
    ...['name', 'company', 'project_stage', 'amount', 'probability', 'bid_due_date'],
    ...['assigned_to', 'project_number', 'market_sector'],
  ],
  companies: ['name', 'category', 'industries', 'phone', 'website', 'address'],
  contacts: ['name', 'job_title', 'company', 'email', 'mobile_phone', 'office_phone', 'assigned_to'],
  calls: ['recorded_at', 'call_outcome', 'company', 'contact', 'project', 'notes', 'created_by'],
};
