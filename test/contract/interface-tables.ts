/**
 * The interface specification's tables, written out by hand: what they say is what integrators rely on,
 * so nothing here follows from the code.
 */
type Table = Readonly<Record<string, string>>;

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

/** By the singular name of the resource. */
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
};

/** By the singular name of the resource. */
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

export const webhookMessage: Table = {
  id: 'string',
  event_type: 'string',
  event_id: 'string',
  payload: 'object',
  timestamp: 'date-time',
};

export const webhookPayload: Table = { id: 'string', url: 'string' };

/** What a body of operation 1, 13 or 14 may hold, and what is accepted beyond it. */
export const requestBodies: Readonly<Record<string, { readonly specified: Table; readonly beyond: Table }>> = {
  project: {
    specified: {
      name: 'string',
      company_id: 'string',
      probability: 'number',
      project_stage_id: 'string',
      close_type: 'string',
      award_date: 'date',
      bid_due_date: 'date',
      bid_due_at: 'date-time',
      start_date: 'date',
      end_date: 'date',
      description: 'string',
      square_feet: 'integer',
      units: 'integer',
      address: 'Address',
      project_number: 'string',
      assigned_to_id: 'string',
      contact_id: 'string',
      contract_type_id: 'string',
      lead_source_id: 'string',
      loss_reason_id: 'string',
      market_sector_id: 'string',
      delivery_method_id: 'string',
      tender_type_id: 'string',
      work_scope: 'string',
    },
    beyond: { amount: 'number', external_id: 'string', division_id: 'string', custom_fields: 'object' },
  },
  contact: {
    specified: {
      email: 'string',
      first_name: 'string',
      last_name: 'string',
      job_title: 'string',
      mobile_phone: 'string',
      office_phone: 'string',
      linked_in_profile_url: 'url',
      company_id: 'string',
      assigned_to_id: 'string',
    },
    beyond: { external_id: 'string', custom_fields: 'object' },
  },
  company: {
    specified: {
      name: 'string',
      category: 'string',
      description: 'string',
      phone: 'string',
      website: 'string',
      address: 'Address',
      industry_ids: 'array of string',
    },
    beyond: { external_id: 'string', custom_fields: 'object' },
  },
};

/** What a create must give, by resource; of every other the name. Of a contact it takes one of three, which a rule sees to. */
export const requiredOnCreate: Readonly<Record<string, readonly string[]>> = {
  contact: [],
  user: ['email'],
  custom_field: ['model', 'name', 'field_type'],
};

/** Operations of the specification that are served: number, method, path, success. */
export const operations: readonly (readonly [number: number, method: string, path: string, success: number])[] = [
  [1, 'post', '/projects', 201],
  [2, 'get', '/projects', 200],
  [12, 'get', '/contacts', 200],
  [13, 'patch', '/contacts/{id}', 200],
  [14, 'post', '/companies', 201],
  [19, 'get', '/webhook_messages', 200],
];

/** In which key the record of an operation comes. */
export const wrappers: Readonly<Record<number, string>> = {
  1: 'project',
  2: 'projects',
  12: 'contacts',
  13: 'contact',
  14: 'company',
  19: 'webhook_messages',
};
