import { closeTypes, projectStatuses } from './vocabulary/choices.ts';
import {
  address,
  amount,
  boolean,
  choice,
  count,
  date,
  dateTime,
  fraction,
  longText,
  reference,
  text,
} from './fields.ts';
import type { Resource, SideTable } from './resource.ts';
import {
  contractType,
  createdBy,
  accountFields,
  deliveryMethod,
  division,
  externalId,
  importedBy,
  leadSource,
  marketSector,
  squareFeet,
  tenderType,
  units,
  workScope,
} from './shared-fields.ts';

export const projects = {
  singular: 'project',
  plural: 'projects',
  kept: 'table',
  announced: true,
  indexed: ['name', 'updated_at', 'amount', 'bid_due_date', 'start_date', 'award_date'],
  bulk: true,
  keepsPast: true,
  embedded: ['name'],
  searched: {
    rankA: ['name', 'project_number', 'external_id'],
    rankB: ['address'],
    rankC: ['description'],
    through: 'company',
  },
  includes: {
    team: { of: 'project_team_memberships', by: 'project' },
    tasks: { of: 'tasks', by: 'project' },
    task_lists: { of: 'task_lists', by: 'project' },
    calls: { of: 'calls', by: 'project' },
    notes: { of: 'notes', by: 'project' },
    files: { of: 'files', by: 'project' },
    stage_changes: { log: 'stage_changes' },
    contact: { at: 'contact' },
    lead: { of: 'leads', by: 'project', single: true },
  },
  fields: {
    name: text({ required: true, folded: true, description: 'The name of the project.' }),
    stage_age: count({
      derived: true,
      description:
        'Whole days of 24 hours since the project last moved to another stage. Calculated by the service; read-only.',
    }),
    probability: fraction({
      description:
        'Chance of winning, 0 to 1. A move to another stage sets the default of that stage, unless the request sets a ' +
        'value or the stage has no default.',
    }),
    description: longText({ description: 'A description of the project. May have several lines.' }),
    project_duration: count({
      readOnly: true,
      description:
        'Days from `start_date` to `end_date`, both included: 1 when they are the same day. `null` unless both are ' +
        'set. Calculated by the service; read-only.',
    }),
    pursuit_duration: count({
      derived: true,
      description:
        'Days from the creation of the project to `award_date` once it is closed, to today while it is open. The day ' +
        'of creation counts as 0. Calculated by the service; read-only.',
    }),
    project_number: text({
      keyed: true,
      description:
        "The firm's own number for the project. Two projects may have the same one. A project that is created without a " +
        'number gets the next one if the account has a `project_number_pattern`.',
    }),
    project_status: choice(projectStatuses, {
      derived: true,
      description:
        'Derived from the stage, `close_type` and the dates; read-only. A project closed as lost, cancelled or not ' +
        'pursued is `closed_lost`, `closed_cancelled` or `closed_did_not_pursue`. A won project is `complete` after ' +
        'its `end_date`, `active` from its `start_date` on, and otherwise `upcoming`. Every other project is ' +
        '`pursuit`.',
    }),
    square_feet: squareFeet,
    price_per_square_foot: amount({
      readOnly: true,
      description:
        "`amount` divided by `square_feet`, in whole units of the account's currency with cents as decimals. `null` " +
        'when either is missing or 0. Calculated by the service; read-only.',
    }),
    units: units,
    price_per_unit: amount({
      readOnly: true,
      description:
        "`amount` divided by `units`, in whole units of the account's currency with cents as decimals. `null` when " +
        'either is missing or 0. Calculated by the service; read-only.',
    }),
    external_id: externalId(true),
    amount: amount({
      description:
        "The value of the project in whole units of the account's currency, with cents as decimals. At most two " +
        'decimals.',
    }),
    close_type: choice(closeTypes, {
      description:
        'How the project closed; `null` while it is open. A move to a won stage sets `won`. A move to a lost stage ' +
        "sets the stage's `close_type`, or `lost` if the stage has none. A move to an open stage sets `null`. A " +
        'request may give another value; a project in a lost stage can be neither `won` nor open.',
    }),
    award_date: date({
      description:
        'The day on which the project was decided. When the project closes, the service sets it to today in the ' +
        "account's time zone if it is empty or later than today. Reopening the project leaves it as it is.",
    }),
    bid_due_date: date({
      description:
        "The day on which the bid is due. If a request gives only `bid_due_at`, this is its day in the account's " +
        'time zone. Clearing it clears `bid_due_at` too.',
    }),
    bid_due_at: dateTime({
      description:
        'The time at which the bid is due. If a request gives only `bid_due_date`, this is the start of that day in ' +
        "the account's time zone. Clearing it keeps `bid_due_date`.",
    }),
    bid_due_at_includes_time: boolean({
      readOnly: true,
      description:
        '`true` if `bid_due_at` has a known time of day, `false` if it is only the start of `bid_due_date`, `null` ' +
        'without a bid date. Set by the service; read-only.',
    }),
    start_date: date({ description: 'The first day of the work.' }),
    end_date: date({ description: 'The last day of the work. It must not be before `start_date`.' }),
    work_scope: workScope,
    address: address({
      description: 'The place of the work; `null` when no part of it is set. A change merges its parts.',
    }),
    assigned_to: reference('users', { description: 'The user who is responsible for the project.' }),
    created_by: createdBy,
    company: reference('companies', { description: 'The company that the project is for.' }),
    contract_type: contractType,
    division: division,
    import: importedBy,
    lead_source: leadSource,
    loss_reason: reference('loss_reasons', {
      description:
        "Why the project was lost: an entry of the account's list of loss reasons. Reopening the project clears it " +
        'unless the request gives one.',
    }),
    market_sector: marketSector,
    tender_type: tenderType,
    delivery_method: deliveryMethod,
    project_stage: reference('project_stages', {
      filled: true,
      description:
        'The stage of the pipeline that the project is in. A new project starts in the first open stage unless the ' +
        'request gives one. It cannot be cleared.',
    }),
    custom_fields: accountFields,
    contact: reference('contacts', {
      unlisted: true,
      description: 'The contact person for the project. Answers show it with `include=contact`.',
    }),
    submitted_at: dateTime({
      past: true,
      unlisted: true,
      description:
        'The time at which the bid was submitted. If it is empty, the service sets it when the project enters a stage ' +
        'with a `milestone` or is won. It stays when the project moves back. Answers show it with ' +
        '`include=submitted_at`.',
    }),
    is_overdue: boolean({
      derived: true,
      unlisted: true,
      empty: false,
      description:
        'Whether the bid is late: the project is open, the bid is not submitted, and `bid_due_at` has passed if its ' +
        "time of day is known, else `bid_due_date` in the account's time zone. Calculated by the service; read-only. " +
        'Answers show it with `include=is_overdue` or `fields=is_overdue`.',
    }),
    closed_at: dateTime({
      readOnly: true,
      unlisted: true,
      description:
        'The time at which `close_type` last changed to a value, such as from `won` to `cancelled`; `null` while the ' +
        'project is open. Set by the service; read-only. Answers show it with `include=closed_at`.',
    }),
    next_step: text({
      unlisted: true,
      description: 'The next thing to do for the project. Answers show it with `include=next_step`.',
    }),
    next_step_on: date({
      unlisted: true,
      description: 'The day of the next step. Answers show it with `include=next_step_on`.',
    }),
    remaining_amount: amount({
      unlisted: true,
      description:
        "The part of a won project's amount that is left to earn after `remaining_as_of`. Clearing it clears the day " +
        'too. Answers show it with `include=remaining_amount`.',
    }),
    remaining_as_of: date({
      unlisted: true,
      description:
        'The last day whose work `remaining_amount` no longer contains, not after today. If a request gives another ' +
        "`remaining_amount` without this day, the service sets it to today in the account's time zone. Answers show " +
        'it with `include=remaining_as_of`.',
    }),
    stage_changed_at: dateTime({ internal: true, filled: true }),
  },
} as const satisfies Resource;

/** The fields whose changes the timeline shows, by their names in the history. A move to another stage is an entry itself. */
export const importantOfProjects = [
  ...['amount', 'bid_due_at', 'bid_due_date', 'close_type', 'award_date', 'loss_reason_id', 'assigned_to_id'],
  ...['company_id', 'start_date', 'submitted_at'],
] as const;

/** Each move of a project from one stage to another, with the version of the project that it made. */
export const stageChanges = {
  name: 'stage_changes',
  owner: 'project_id',
  columns: { from_stage_id: 'bigint', to_stage_id: 'bigint', at: 'timestamptz', by_id: 'bigint', version: 'integer' },
  mode: 'append',
} as const satisfies SideTable;

/** The moves after a version of a project that its user takes back. */
export const movesTakenBack = {
  name: 'stage_changes',
  owner: 'project_id',
  columns: { taken_back_at: 'timestamptz' },
  mode: 'end',
  after: 'version',
} as const satisfies SideTable;
