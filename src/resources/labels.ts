import { capital } from './in-words.ts';

// The words for fields and values that the page and files for people show.

/** The labels that differ from their field's name. */
const exceptions: Readonly<Record<string, string>> = {
  bid_due_at: 'Bid due time',
  bid_due_at_includes_time: 'Bid due time has an hour',
  email: 'E-mail',
  external_id: 'External id',
  fiscal_year_starts_month: 'Fiscal year begins in',
  is_overdue: 'Overdue',
  linked_in_profile_url: 'LinkedIn',
  project_duration: 'Days from start to end',
  project_number: 'Number',
  project_number_next: 'Next project number',
  project_stage: 'Stage',
  project_status: 'Status',
  price_per_square_foot: 'Price per sq ft',
  pursuit_duration: 'Days of pursuit',
  square_feet: 'Square feet',
  stage_age: 'Days in stage',
  street_address: 'Street',
  street_address2: 'Street, line 2',
  value_in_cents: 'Value',
  zip: 'ZIP',
};

/** The labels that depend on the kind of record. */
const ofFamily: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  projects: { company: 'Client', assigned_to: 'Estimator' },
  leads: { company: 'Client' },
  companies: {
    open_projects: 'Open jobs',
    open_amount: 'Amount of open jobs',
    won_projects: 'Won',
    decided_projects: 'Decided',
    last_contact_at: 'Last contact',
  },
  calls: { call_outcome: 'Outcome', recorded_at: 'When' },
  files: { url: 'Address', media_type: 'Type', sha256: 'SHA-256' },
  notes: { happened_at: 'When', mentioned_users: 'Mentions' },
  api_tokens: { user: 'Acts as', expires_at: 'Expires', last_used_at: 'Last used' },
  calendar_feeds: { url: 'Address', user: 'Owner', expires_at: 'Expires' },
  oauth_clients: { client_id: 'Client id', user: 'Acts as', expires_at: 'Expires', last_used_at: 'Last used' },
  webhooks: {
    url: 'Address',
    filter_types: 'Event types',
    include: 'Besides the event',
    rate_limit: 'Most deliveries a minute',
    disabled_at: 'Off since',
    disabled_reason: 'Reason',
  },
  project_stages: { default_probability: 'Probability', stale_after_days: 'Stale after days', close_type: 'Closes as' },
  custom_fields: { model: 'Record', field_type: 'Type', api_name: 'API name', options: 'Choices' },
};

/** `award_date` → `Award date`. @param plural the kind of record that has the field. */
export function labelOf(name: string, plural = ''): string {
  return capital(ofFamily[plural]?.[name] ?? exceptions[name] ?? name.replaceAll('_', ' '));
}

/** The values whose words are those of programs. */
const choices: Readonly<Record<string, string>> = {
  boolean: 'yes or no',
  select: 'one choice',
  multi_select: 'several choices',
  url: 'link',
};

/** A value of a closed set, in words: `did_not_pursue` → `Did not pursue`. */
export const choiceName = (value: string): string => capital(choices[value] ?? value.replaceAll('_', ' '));

const answers = ['No', 'Yes'] as const;

/** `false` → `No`. */
export const yesOrNo = (value: boolean): string => answers[Number(value)] ?? '';
