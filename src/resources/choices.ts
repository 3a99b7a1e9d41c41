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

/** The records that have the key `custom_fields`. */
export const customFieldModels = ['project', 'company', 'contact'] as const;

export const userRoles = ['admin', 'member', 'viewer'] as const;

export const scopes = ['read', 'write', 'admin'] as const;

export type StageCategory = (typeof stageCategories)[number];
export type CloseType = (typeof closeTypes)[number];
export type ProjectStatus = (typeof projectStatuses)[number];
export type UserRole = (typeof userRoles)[number];
export type Scope = (typeof scopes)[number];
export type CustomFieldType = (typeof customFieldTypes)[number];
