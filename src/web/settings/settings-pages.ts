import { lazyRouteComponent } from '@tanstack/react-router';

/** A page of the settings. */
interface SettingsPage {
  /** Below `/settings/`. */
  readonly path: string;
  /** Its name in the list of pages; null if another page leads to it. */
  readonly name: string | null;
  readonly component: ReturnType<typeof lazyRouteComponent>;
  /** Only admins may use it. Others do not see it in the list, and its address tells them so. */
  readonly adminOnly?: true;
}

/** The pages of the settings, in the order of their list. The routes and the list are made of them. */
export const settingsPages: readonly SettingsPage[] = [
  { path: 'me', name: 'Me', component: lazyRouteComponent(() => import('./me/me-page.tsx'), 'MePage') },
  { path: 'firm', name: 'Firm', component: lazyRouteComponent(() => import('./firm/firm-page.tsx'), 'FirmPage') },
  {
    path: 'stages',
    name: 'Stages',
    component: lazyRouteComponent(() => import('./stages/stages-page.tsx'), 'StagesPage'),
  },
  { path: 'goals', name: 'Goals', component: lazyRouteComponent(() => import('./goals/goals-page.tsx'), 'GoalsPage') },
  { path: 'lists', name: 'Lists', component: lazyRouteComponent(() => import('./lists/lists-page.tsx'), 'ListsPage') },
  {
    path: 'lists/$list',
    name: null,
    component: lazyRouteComponent(() => import('./lists/lists-page.tsx'), 'ListPage'),
  },
  {
    path: 'fields',
    name: 'Custom fields',
    component: lazyRouteComponent(() => import('./fields/fields-page.tsx'), 'FieldsPage'),
  },
  {
    path: 'users',
    name: 'Users',
    adminOnly: true,
    component: lazyRouteComponent(() => import('./users/users-page.tsx'), 'UsersPage'),
  },
  {
    path: 'tokens',
    name: 'API tokens',
    adminOnly: true,
    component: lazyRouteComponent(() => import('./credentials/tokens-page.tsx'), 'TokensPage'),
  },
  {
    path: 'oauth-clients',
    name: 'OAuth clients',
    adminOnly: true,
    component: lazyRouteComponent(() => import('./credentials/clients-page.tsx'), 'ClientsPage'),
  },
  {
    path: 'webhooks',
    name: 'Webhooks',
    adminOnly: true,
    component: lazyRouteComponent(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  },
  {
    path: 'webhooks/$id',
    name: null,
    adminOnly: true,
    component: lazyRouteComponent(() => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
  },
  {
    path: 'data',
    name: 'Data',
    adminOnly: true,
    component: lazyRouteComponent(() => import('./data/data-page.tsx'), 'DataPage'),
  },
  {
    path: 'backups',
    name: 'Backups',
    adminOnly: true,
    component: lazyRouteComponent(() => import('./backups/backups-page.tsx'), 'BackupsPage'),
  },
  {
    path: 'audit-log',
    name: 'Audit log',
    adminOnly: true,
    component: lazyRouteComponent(() => import('./audit/audit-page.tsx'), 'AuditPage'),
  },
];
