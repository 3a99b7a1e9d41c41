/** The closed enumerations: another value is refused, and the refusal lists these. */
export const stageCategories = ['open', 'won', 'lost'] as const;

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

/** What a person does in a project's team, with the name that is shown for it. */
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

/** The records of the pipeline, by plural: those that are told of in the message log. */
export const recordFamilies = [
  'projects',
  'leads',
  'companies',
  'contacts',
  'tasks',
  'task_lists',
  'calls',
  'project_team_memberships',
  'project_team_roles',
] as const;

/** The records that have the key `custom_fields`. */
export const customFieldModels = ['project', 'company', 'contact'] as const;

export const userRoles = ['admin', 'member', 'viewer'] as const;

/** What can be done to a record, as its history tells it. */
export const changeActions = ['create', 'update', 'delete', 'restore'] as const;

/** The paths by which a change comes. */
export const changeSources = ['api', 'ui', 'import', 'cli'] as const;

export const scopes = ['read', 'write', 'admin'] as const;

export type TeamRole = keyof typeof teamRoleNames;
export type DurationUnit = (typeof durationUnits)[number];
export type StageCategory = (typeof stageCategories)[number];
export type CloseType = (typeof closeTypes)[number];
export type ProjectStatus = (typeof projectStatuses)[number];
export type UserRole = (typeof userRoles)[number];
export type Scope = (typeof scopes)[number];
export type CustomFieldType = (typeof customFieldTypes)[number];
