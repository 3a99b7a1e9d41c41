import { expect } from 'vitest';
import type { Json, Reply } from '../service/client.ts';

/* The responses of the interface specification, copied from its tables and independent of the declarations. */

/** The type of a value: a plain type, an object of a form, or a list of such objects. */
type Kind = Plain | Form | readonly [Form];
type Plain = 'string' | 'integer' | 'number' | 'boolean' | 'date' | 'date-time' | 'object' | 'id';

/** All keys of an object, with the type of each value. */
interface Form {
  readonly [key: string]: Kind;
}

const identity = { id: 'id', created_at: 'date-time', updated_at: 'date-time' } as const;

const address: Form = {
  ...{ street_address: 'string', street_address2: 'string', city: 'string' },
  ...{ state: 'string', zip: 'string', country: 'string' },
};

const user: Form = { ...identity, first_name: 'string', last_name: 'string', name: 'string', email: 'string' };
const named: Form = { ...identity, name: 'string' };
const stage: Form = { ...named, category: 'string' };
const company: Form = { ...named, website: 'string' };
const contact: Form = { ...identity, first_name: 'string', last_name: 'string', name: 'string', email: 'string' };
const role: Form = { ...identity, role: 'string', name: 'string' };
const taskList: Form = { ...identity, name: 'string', project: named };

/** The records by their singular name. */
const records: Readonly<Record<string, Form>> = {
  company: {
    ...identity,
    ...{ name: 'string', description: 'string', category: 'string', phone: 'string', website: 'string' },
    ...{ address, created_by: user, import: named, industries: [named], custom_fields: 'object' },
  },
  contact: {
    ...identity,
    ...{ email: 'string', first_name: 'string', last_name: 'string', name: 'string', job_title: 'string' },
    ...{ mobile_phone: 'string', office_phone: 'string', linked_in_profile_url: 'string', company },
    ...{ assigned_to: user, created_by: user, import: named, custom_fields: 'object' },
  },
  project: {
    ...identity,
    ...{ name: 'string', stage_age: 'integer', probability: 'number', description: 'string' },
    ...{ project_duration: 'integer', pursuit_duration: 'integer', project_number: 'string', project_status: 'string' },
    ...{ square_feet: 'integer', price_per_square_foot: 'number', units: 'integer', price_per_unit: 'number' },
    ...{ external_id: 'string', amount: 'number', close_type: 'string', award_date: 'date', bid_due_date: 'date' },
    ...{ bid_due_at: 'date-time', bid_due_at_includes_time: 'boolean', start_date: 'date', end_date: 'date' },
    ...{ work_scope: 'string', address, assigned_to: user, created_by: user, company, contract_type: named },
    ...{ division: named, import: named, lead_source: named, loss_reason: named, market_sector: named },
    ...{ tender_type: named, delivery_method: named, project_stage: stage, custom_fields: 'object' },
  },
  lead: {
    ...identity,
    ...{ name: 'string', description: 'string', priority: 'boolean', value_in_cents: 'integer' },
    ...{ estimated_start_date: 'date', construction_duration: 'integer', construction_duration_unit: 'string' },
    ...{ square_feet: 'integer', units: 'integer', archived_at: 'date-time', snooze_until: 'date-time' },
    ...{ work_scope: 'string', address, assigned_to: user, archived_by: user, created_by: user, company, contact },
    ...{ contract_type: named, delivery_method: named, division: named, lead_source: named, market_sector: named },
    tender_type: named,
  },
  task: {
    ...identity,
    ...{ title: 'string', notes: 'string', completed_at: 'date-time', deadline: 'date', assigned_to: user },
    ...{ created_by: user, contact, project: named, task_list: taskList },
  },
  task_list: taskList,
  call: {
    ...identity,
    ...{ notes: 'string', recorded_at: 'date-time', call_outcome: named, company, contact, created_by: user },
    project: named,
  },
  project_team_membership: { ...identity, user, project: named, roles: [role] },
  project_team_role: role,
  webhook_message: {
    ...{
      id: 'id',
      event_type: 'string',
      event_id: 'id',
      payload: { id: 'id', url: 'string', 'external_id?': 'string' },
      timestamp: 'date-time',
    },
  },
};

const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z$/;

const isPlain: Readonly<Record<Plain, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  id: (value) => typeof value === 'string' && value !== '',
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  date: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value),
  'date-time': (value) => typeof value === 'string' && dateTime.test(value) && !Number.isNaN(Date.parse(value)),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/**
 * Returns the places where a value does not match its form, at any depth. Any value except the identity can be null.
 */
function misshapen(value: unknown, kind: Kind, at: string): string[] {
  if (Array.isArray(kind)) return misshapenList(value, (kind as readonly [Form])[0], at);
  if (value === null) return /\.(?:id|created_at|updated_at|timestamp)$|^[^.]*$/.test(at) ? [`${at} is null`] : [];
  if (typeof kind === 'string') {
    return isPlain[kind](value) ? [] : [`${at} is ${JSON.stringify(value)}, not ${kind}`];
  }
  return misshapenObject(value, kind as Form, at);
}

function misshapenList(value: unknown, form: Form, at: string): string[] {
  if (!Array.isArray(value)) return [`${at} is no list`];
  return value.flatMap((one: unknown, index) => misshapen(one, form, `${at}[${index}]`));
}

function misshapenObject(value: unknown, form: Form, at: string): string[] {
  const keys = Object.keys(Object(value) as object).sort();
  // A key with a question mark is only in the records of some families.
  const kinds = Object.entries(form).flatMap(([name, kind]) => {
    const key = name.replace(/\?$/, '');
    return key === name || keys.includes(key) ? [[key, kind] as const] : [];
  });
  if (
    keys.join() !==
    kinds
      .map(([key]) => key)
      .sort()
      .join()
  )
    return [`${at} has the keys ${keys.join(', ')}`];
  return kinds.flatMap(([key, kind]) =>
    misshapen((value as Readonly<Record<string, unknown>>)[key], kind, `${at}.${key}`),
  );
}

/**
 * Returns the record in a response. Expects the status, the wrapper as the only key, and the exact keys at every depth.
 */
export function recordOf(answer: Reply, status: number, singular: string): Json {
  expect([answer.status, Object.keys(answer.body)]).toEqual([status, [singular]]);
  expect(misshapen(answer.body[singular], records[singular] ?? {}, singular)).toEqual([]);
  return answer.body[singular];
}

/** Returns the records of a list. Expects at least one, each with exactly the keys of its form. */
export function recordsOf(answer: Reply, plural: string, singular: string): Json[] {
  expect([answer.status, Object.keys(answer.body)]).toEqual([200, [plural]]);
  const listed: Json[] = answer.body[plural];
  expect(listed.length).toBeGreaterThan(0);
  expect(misshapen(listed, [records[singular] ?? {}], plural)).toEqual([]);
  return listed;
}
