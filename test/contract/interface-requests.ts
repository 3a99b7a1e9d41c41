import type { Table } from './interface-tables.ts';

/* Written by hand from the interface specification, like the tables of records. */

interface Body {
  readonly specified: Table;
  readonly beyond: Table;
  /** The fields that a create accepts and an update ignores. */
  readonly onlyOnCreate?: readonly string[];
}

/** The fields of each request body in the specification, and the fields that the product adds. */
export const requestBodies: Readonly<Record<string, Body>> = {
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
    beyond: {
      ...{ amount: 'number', external_id: 'string', division_id: 'string', custom_fields: 'object' },
      submitted_at: 'date-time',
      ...{ next_step: 'string', next_step_on: 'date', remaining_amount: 'number', remaining_as_of: 'date' },
    },
  },
  lead: {
    specified: {
      archived_at: 'date-time',
      archived_by_id: 'string',
      assigned_to_id: 'string',
      company_id: 'string',
      construction_duration: 'integer',
      construction_duration_unit: 'string',
      contact_id: 'string',
      contract_type_id: 'string',
      delivery_method_id: 'string',
      description: 'string',
      division_id: 'string',
      estimated_start_date: 'date',
      lead_source_id: 'string',
      market_sector_id: 'string',
      name: 'string',
      priority: 'boolean',
      snooze_until: 'date-time',
      square_feet: 'integer',
      tender_type_id: 'string',
      units: 'integer',
      value_in_cents: 'integer',
      work_scope: 'string',
    },
    beyond: { address: 'Address', external_id: 'string' },
  },
  task: {
    specified: {
      title: 'string',
      assigned_to_id: 'string',
      contact_id: 'string',
      project_id: 'string',
      task_list_id: 'string',
    },
    beyond: { notes: 'string', deadline: 'date', completed_at: 'date-time' },
  },
  task_list: { specified: {}, beyond: { name: 'string', project_id: 'string' } },
  call: {
    specified: {
      call_outcome_id: 'string',
      company_id: 'string',
      contact_id: 'string',
      project_id: 'string',
      notes: 'string',
      recorded_at: 'date-time',
    },
    beyond: {},
  },
  project_team_membership: {
    specified: { user_id: 'string', roles: 'array of string' },
    beyond: {},
    onlyOnCreate: ['roles'],
  },
  project_team_role: {
    specified: { project_team_membership_id: 'string', role: 'string' },
    beyond: {},
    onlyOnCreate: ['project_team_membership_id'],
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

/**
 * The fields that a create requires, by resource; the default is `name`. Rules check the rest: a contact needs one of
 * three fields, a call one of four.
 */
export const requiredOnCreate: Readonly<Record<string, readonly string[]>> = {
  call: [],
  contact: [],
  project_team_membership: ['user_id'],
  project_team_role: ['role', 'project_team_membership_id'],
  note: ['text'],
  file: ['url'],
  goal: ['period', 'starts_on', 'measure', 'target'],
  import_mapping: ['name', 'as', 'mapping'],
  saved_view: ['name', 'resource'],
  task: ['title'],
  user: ['email'],
  custom_field: ['model', 'name', 'field_type'],
};

/** The operations of the specification: number, method, path, status of a success. */
export const operations: readonly (readonly [number: number, method: string, path: string, success: number])[] = [
  [1, 'post', '/projects', 201],
  [2, 'get', '/projects', 200],
  [3, 'post', '/leads', 201],
  [4, 'get', '/leads', 200],
  [5, 'post', '/tasks', 201],
  [6, 'patch', '/tasks/{id}', 200],
  [7, 'get', '/tasks', 200],
  [8, 'get', '/task_lists', 200],
  [9, 'get', '/task_lists/{id}', 200],
  [10, 'post', '/calls', 201],
  [11, 'patch', '/calls/{id}', 200],
  [12, 'get', '/contacts', 200],
  [13, 'patch', '/contacts/{id}', 200],
  [14, 'post', '/companies', 201],
  [15, 'post', '/project_team_memberships', 201],
  [16, 'get', '/project_team_memberships', 200],
  [17, 'get', '/project_team_memberships/{id}', 200],
  [18, 'post', '/project_team_roles', 201],
  [19, 'get', '/webhook_messages', 200],
];

/** The key that wraps the record in the response, by the number of the operation. */
export const wrappers: Readonly<Record<number, string>> = {
  1: 'project',
  2: 'projects',
  3: 'lead',
  4: 'leads',
  5: 'task',
  6: 'task',
  7: 'tasks',
  8: 'task_lists',
  9: 'task_list',
  10: 'call',
  11: 'call',
  12: 'contacts',
  13: 'contact',
  14: 'company',
  15: 'project_team_membership',
  16: 'project_team_memberships',
  17: 'project_team_membership',
  18: 'project_team_role',
  19: 'webhook_messages',
};
