/**
 * The first segments of the paths at which the page has screens. The service answers these paths and all paths below
 * them with the page.
 */
export const screens = [
  'monday',
  'today',
  'pipeline',
  'calendar',
  'projects',
  'companies',
  'contacts',
  'leads',
  'tasks',
  'reports',
  'calls',
  'notes',
  'search',
  'import',
  'trash',
  'settings',
  'set-up',
  'sign-in',
  'set-password',
] as const;
