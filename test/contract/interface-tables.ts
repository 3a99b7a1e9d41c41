/**
 * The tables of the interface specification, written by hand and not derived from the code. Integrators rely on them.
 */
export type Table = Readonly<Record<string, string>>;

const identity: Table = { id: 'string', created_at: 'date-time', updated_at: 'date-time' };

const named: Table = { ...identity, name: 'string' };

export const address: Table = {
  street_address: 'string',
  street_address2: 'string',
  city: 'string',
  state: 'string',
  zip: 'string',
  country: 'string',
};

/** The embedded forms, by the singular name of the resource. */
export const embeddedForms: Readonly<Record<string, Table>> = {
  user: { ...identity, first_name: 'string', last_name: 'string', name: 'string', email: 'string' },
  contract_type: named,
  division: named,
  import: named,
  lead_source: named,
  loss_reason: named,
  market_sector: named,
  tender_type: named,
  delivery_method: named,
  industry: named,
  call_outcome: named,
  project_stage: { ...named, category: 'string' },
  company: { ...named, website: 'string' },
  contact: { ...identity, first_name: 'string', last_name: 'string', name: 'string', email: 'string' },
  project: named,
  project_team_role: { ...identity, role: 'string', name: 'string' },
  task_list: { ...named, project: 'project' },
};

/** The full records, by the singular name of the resource. */
export const records: Readonly<Record<string, Table>> = {
  company: {
    ...identity,
    name: 'string',
    description: 'string',
    category: 'string',
    phone: 'string',
    website: 'string',
    address: 'Address',
    created_by: 'user',
    import: 'import',
    industries: 'array of industry',
    custom_fields: 'object',
  },
  lead: {
    ...identity,
    name: 'string',
    description: 'string',
    priority: 'boolean',
    value_in_cents: 'integer',
    estimated_start_date: 'date',
    construction_duration: 'integer',
    construction_duration_unit: 'string',
    square_feet: 'integer',
    units: 'integer',
    archived_at: 'date-time',
    snooze_until: 'date-time',
    work_scope: 'string',
    address: 'Address',
    assigned_to: 'user',
    archived_by: 'user',
    created_by: 'user',
    company: 'company',
    contact: 'contact',
    contract_type: 'contract_type',
    delivery_method: 'delivery_method',
    division: 'division',
    lead_source: 'lead_source',
    market_sector: 'market_sector',
    tender_type: 'tender_type',
  },
  task: {
    ...identity,
    title: 'string',
    notes: 'string',
    completed_at: 'date-time',
    deadline: 'date',
    assigned_to: 'user',
    created_by: 'user',
    contact: 'contact',
    project: 'project',
    task_list: 'task_list',
  },
  task_list: { ...named, project: 'project' },
  call: {
    ...identity,
    notes: 'string',
    recorded_at: 'date-time',
    call_outcome: 'call_outcome',
    company: 'company',
    contact: 'contact',
    created_by: 'user',
    project: 'project',
  },
  project_team_membership: { ...identity, user: 'user', project: 'project', roles: 'array of project_team_role' },
  project_team_role: { ...identity, role: 'string', name: 'string' },
  contact: {
    ...identity,
    email: 'string',
    first_name: 'string',
    last_name: 'string',
    name: 'string',
    job_title: 'string',
    mobile_phone: 'string',
    office_phone: 'string',
    linked_in_profile_url: 'url',
    company: 'company',
    assigned_to: 'user',
    created_by: 'user',
    import: 'import',
    custom_fields: 'object',
  },
  project: {
    ...identity,
    name: 'string',
    stage_age: 'integer',
    probability: 'number',
    description: 'string',
    project_duration: 'integer',
    pursuit_duration: 'integer',
    project_number: 'string',
    project_status: 'string',
    square_feet: 'integer',
    price_per_square_foot: 'number',
    units: 'integer',
    price_per_unit: 'number',
    external_id: 'string',
    amount: 'number',
    close_type: 'string',
    award_date: 'date',
    bid_due_date: 'date',
    bid_due_at: 'date-time',
    bid_due_at_includes_time: 'boolean',
    start_date: 'date',
    end_date: 'date',
    work_scope: 'string',
    address: 'Address',
    assigned_to: 'user',
    created_by: 'user',
    company: 'company',
    contract_type: 'contract_type',
    division: 'division',
    import: 'import',
    lead_source: 'lead_source',
    loss_reason: 'loss_reason',
    market_sector: 'market_sector',
    tender_type: 'tender_type',
    delivery_method: 'delivery_method',
    project_stage: 'project_stage',
    custom_fields: 'object',
  },
};

/** The keys that `include` adds to every record. */
export const includedInAll: Table = { deleted_at: 'date-time', version: 'integer' };

/** The further keys that `include` adds to a record, by the singular name of the resource. */
export const included: Readonly<Record<string, Table>> = {
  company: {
    contacts: 'array of Contact',
    projects: 'array of Project',
    leads: 'array of Lead',
    calls: 'array of Call',
    external_id: 'string',
    open_projects: 'integer',
    open_amount: 'number',
    won_projects: 'integer',
    decided_projects: 'integer',
    last_contact_at: 'date-time',
  },
  contact: {
    projects: 'array of Project',
    leads: 'array of Lead',
    tasks: 'array of Task',
    calls: 'array of Call',
    external_id: 'string',
  },
  lead: { project: 'Project', external_id: 'string' },
  project: {
    team: 'array of ProjectTeamMembership',
    tasks: 'array of Task',
    task_lists: 'array of TaskList',
    calls: 'array of Call',
    stage_changes: 'array of StageChange',
    contact: 'Contact',
    lead: 'Lead',
    submitted_at: 'date-time',
    is_overdue: 'boolean',
    closed_at: 'date-time',
    next_step: 'string',
    next_step_on: 'date',
    remaining_amount: 'number',
    remaining_as_of: 'date',
  },
  project_stage: { milestone: 'string', stale_after_days: 'integer' },
  task_list: { tasks: 'array of Task' },
};

export const stageChange: Table = {
  id: 'string',
  from: 'project_stage',
  to: 'project_stage',
  at: 'date-time',
  by: 'user',
};

export const webhookMessage: Table = {
  id: 'string',
  event_type: 'string',
  event_id: 'string',
  payload: 'object',
  timestamp: 'date-time',
};

export const webhookPayload: Table = { id: 'string', url: 'string' };

/** The keys that the product adds to the payload in families that have them. */
export const payloadOfSome: Table = { external_id: 'string' };
