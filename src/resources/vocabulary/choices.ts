/** The closed enumerations. The service refuses any other value and lists the allowed ones. */
export const stageCategories = ['open', 'won', 'lost'] as const;

/** The milestones of an open stage: the bid is submitted, or the firm has committed before the contract is signed. */
export const milestones = ['submitted', 'committed'] as const;

export const closeTypes = ['won', 'lost', 'cancelled', 'did_not_pursue'] as const;

export const projectStatuses = [
  'pursuit',
  'upcoming',
  'active',
  'complete',
  'closed_lost',
  'closed_cancelled',
  'closed_did_not_pursue',
] as const;

export const workScopes = [
  'new_construction',
  'renovation',
  'tenant_improvement',
  'addition',
  'expansion',
  'interior_fit_out',
  'core_and_shell',
  'adaptive_reuse',
  'historic_restoration',
  'demolition',
  'site_work',
  'infrastructure',
  'maintenance_repair',
  'change_of_use',
  'seismic_retrofit',
  'facade',
  'roofing',
  'mixed',
  'other',
] as const;

export const durationUnits = ['days', 'weeks', 'months', 'years'] as const;

/** The roles in a project team, with their display names. */
export const teamRoleNames = {
  project_manager: 'Project Manager',
  project_admin: 'Project Admin',
  estimator: 'Estimator',
  lead_estimator: 'Lead Estimator',
  chief_estimator: 'Chief Estimator',
  preconstruction_manager: 'Preconstruction Manager',
  superintendent: 'Superintendent',
  general_superintendent: 'General Superintendent',
  project_executive: 'Project Executive',
  senior_project_manager: 'Senior Project Manager',
  assistant_project_manager: 'Assistant Project Manager',
  project_engineer: 'Project Engineer',
  business_development: 'Business Development',
  marketing_coordinator: 'Marketing Coordinator',
  scheduler: 'Scheduler',
  vdc_bim_manager: 'VDC/BIM Manager',
  safety_manager: 'Safety Manager',
  quality_manager: 'Quality Manager',
  accountant: 'Accountant',
  principal_in_charge: 'Principal in Charge',
} as const;

export const teamRoles = Object.keys(teamRoleNames) as TeamRole[];

/** The periods of goals and reports, from the longest. Quarters and years are fiscal. */
export const goalPeriods = ['year', 'quarter', 'month'] as const;

/** The layers of the report on the work to be earned, from the most certain. */
export const backlogLayers = ['backlog', 'committed', 'pursuit'] as const;

/** How the report on the work to be earned spreads the money of a job over its days. */
export const backlogCurves = ['s', 'even'] as const;

/** The lines of the report on the changes of the pipeline, in its order. */
export const changeLines = ['opening', 'added', 'repriced', 'won', 'lost', 'dropped', 'closing', 'moved'] as const;

/** Why a project is in a line of that report. */
export const changeReasons = [
  'created',
  'restored',
  'reopened',
  'refiltered',
  'increased',
  'decreased',
  'reweighted',
  'cancelled',
  'did_not_pursue',
  'deleted',
] as const;

/** The rules of the report on projects that need attention, in its order. */
export const attentionRules = [
  'bid_overdue',
  'bid_due_soon',
  'next_step_late',
  'stale_stage',
  'no_result',
  'unassigned',
  'loss_unexplained',
] as const;

export const goalMeasures = ['booked_amount', 'booked_count', 'earned_amount'] as const;

/** What a note tells of. */
export const noteKinds = ['note', 'meeting', 'site_visit', 'email'] as const;

/** Contents that the service stores, or a link to another place. */
export const fileKinds = ['file', 'link'] as const;

export const lossReasonGroups = ['competitive', 'owner', 'self'] as const;

export const customFieldTypes = [
  'text',
  'long_text',
  'number',
  'currency',
  'date',
  'boolean',
  'select',
  'multi_select',
  'url',
  'user',
] as const;

/** The records of the pipeline, by plural. The message log reports their changes. */
export const recordFamilies = [
  'projects',
  'leads',
  'companies',
  'contacts',
  'tasks',
  'task_lists',
  'calls',
  'notes',
  'files',
  'project_team_memberships',
  'project_team_roles',
] as const;

/** The records that have the key `custom_fields`. */
export const customFieldModels = ['project', 'company', 'contact'] as const;

export const userRoles = ['admin', 'member', 'viewer'] as const;

/** The rights of users, by their role. */
export const roleMeanings = {
  admin: 'everything',
  member: 'read and change records',
  viewer: 'read',
} as const satisfies Record<UserRole, string>;

/** The rights of each role, in a sentence. */
export const rolesInWords = (article: 'a' | 'the'): string =>
  `What ${article} user may do: ${userRoles.map((role) => `\`${role}\` ${roleMeanings[role]}`).join(', ')}.`;

/** The actions on a record in its history. */
export const changeActions = ['create', 'update', 'delete', 'restore'] as const;

/** The sources of a change. */
export const changeSources = ['api', 'ui', 'import', 'cli'] as const;

export const scopes = ['read', 'write', 'admin'] as const;

/** The rights of a credential, by scope. */
export const scopeMeanings = {
  read: 'read records',
  write: 'change records',
  admin: 'manage lists, users, credentials and the account',
} as const satisfies Record<TokenScope, string>;

/** The enumerations that the document names once, however many fields use them. */
export const namedChoices = {
  ChangeAction: {
    values: changeActions,
    description: 'The kind of change.',
  },
  ChangeSource: {
    values: changeSources,
    description: 'The source of a change: the API, the web page, an import or the command line.',
  },
  CloseType: {
    values: closeTypes,
    description: 'How a project closes. `did_not_pursue`: the firm decided not to bid.',
  },
  CustomFieldModel: {
    values: customFieldModels,
    description: 'The kinds of records that have custom fields.',
  },
  CustomFieldType: {
    values: customFieldTypes,
    description:
      "The kind of value of a custom field. `user` holds the id of a user, `currency` an amount in the account's currency.",
  },
  DurationUnit: {
    values: durationUnits,
    description: 'The unit of a duration.',
  },
  BacklogLayer: {
    values: backlogLayers,
    description: 'A layer of the work to be earned: won, committed, or in pursuit.',
  },
  ChangeLine: {
    values: changeLines,
    description: 'A line of the report on the changes of the pipeline.',
  },
  ChangeReason: {
    values: changeReasons,
    description: 'Why a project is in a line of that report.',
  },
  AttentionRule: {
    values: attentionRules,
    description: 'Why a project needs attention.',
  },
  FileKind: {
    values: fileKinds,
    description:
      'What a file is. `link`: the address of another place. `file` is reserved for contents in the service.',
  },
  GoalMeasure: {
    values: goalMeasures,
    description:
      'What a goal measures: the amount or the number of the projects won, or the amount of the work put in place.',
  },
  GoalPeriod: {
    values: goalPeriods,
    description: 'The period of a goal: a month, or a quarter or year of the fiscal year.',
  },
  LossReasonGroup: {
    values: lossReasonGroups,
    description: 'Where the reason for a loss lies: with the competition, the owner or the firm itself.',
  },
  Milestone: {
    values: milestones,
    description: 'The milestone of an open stage: the bid is submitted, or the firm is committed to the job.',
  },
  NoteKind: {
    values: noteKinds,
    description: 'What a note tells of: a note, a meeting, a visit to the site, or an e-mail.',
  },
  ProjectStatus: {
    values: projectStatuses,
    description:
      'The status of a project: in pursuit; won and before, during or after the work; or closed without being won.',
  },
  RecordFamily: {
    values: recordFamilies,
    description: 'The kinds of records in the pipeline, by the names of their lists.',
  },
  Scope: {
    values: scopes,
    description: `What a token may do: ${scopes.map((scope) => scopeMeanings[scope]).join('; ')}.`,
  },
  StageCategory: {
    values: stageCategories,
    description: 'Whether the projects of a stage are open, won or lost.',
  },
  TeamRole: {
    values: teamRoles,
    description: 'What a user does in the team of a project.',
  },
  UserRole: {
    values: userRoles,
    description: rolesInWords('a'),
  },
  WorkScope: {
    values: workScopes,
    description: 'The kind of work.',
  },
} as const;

export type TeamRole = keyof typeof teamRoleNames;
export type BacklogLayer = (typeof backlogLayers)[number];
export type BacklogCurve = (typeof backlogCurves)[number];
export type ChangeLine = (typeof changeLines)[number];
export type ChangeReason = (typeof changeReasons)[number];
export type AttentionRule = (typeof attentionRules)[number];
export type GoalPeriod = (typeof goalPeriods)[number];
export type DurationUnit = (typeof durationUnits)[number];
export type StageCategory = (typeof stageCategories)[number];
export type Milestone = (typeof milestones)[number];
export type CloseType = (typeof closeTypes)[number];
export type ProjectStatus = (typeof projectStatuses)[number];
export type UserRole = (typeof userRoles)[number];
export type TokenScope = (typeof scopes)[number];
export type CustomFieldType = (typeof customFieldTypes)[number];
