import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { directoryQuery } from './data/directory.ts';
import { isFirstRun } from './data/first-run.ts';
import { preferencesQuery } from './data/preferences.ts';
import { queryClient } from './data/query-client.ts';
import { sessionQuery } from './data/session.ts';
import { parseSearch, writeSearch } from './lists/address.ts';
import { PipelineScreen } from './pipeline/pipeline-screen.tsx';
import { RecordFailure } from './record/record-failure.tsx';
import { settingsPages } from './settings/settings-pages.ts';
import { Frame } from './shell/frame/frame.tsx';
import { ScreenFailure } from './shell/frame/screen-failure.tsx';
import { lastPlace } from './shell/last-place.ts';
import { ToastArea } from './shell/toasts/toast-area.tsx';
import { SignInScreen } from './sign-in/sign-in-screen.tsx';

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <ToastArea />
    </>
  ),
  errorComponent: ScreenFailure,
});

const signIn = createRoute({ getParentRoute: () => root, path: '/sign-in', component: SignInScreen });

const setPassword = createRoute({
  getParentRoute: () => root,
  path: '/set-password',
  component: lazyRouteComponent(() => import('./sign-in/set-password-screen.tsx'), 'SetPasswordScreen'),
});

/** Every screen behind the sign-in. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Frame,
  beforeLoad: async ({ location }) => {
    const session = await queryClient.query({ ...sessionQuery, staleTime: 'static' });
    if (session === null) {
      // The router's own redirect is not an error.
      // eslint-disable-next-line @typescript-eslint/only-throw-error
      throw redirect({ to: '/sign-in', search: { next: location.href } as never });
    }
    await Promise.all([
      queryClient.query({ ...directoryQuery, staleTime: 'static' }),
      // The page also works without them.
      queryClient.query({ ...preferencesQuery, staleTime: 'static' }).catch(() => undefined),
    ]);
  },
});

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: async () => {
    const session = queryClient.getQueryData(sessionQuery.queryKey);
    const directory = queryClient.getQueryData(directoryQuery.queryKey);
    const isFirst = session && directory && (await isFirstRun(session, directory));
    // eslint-disable-next-line @typescript-eslint/only-throw-error
    throw redirect(
      isFirst ? { to: '/set-up', search: { first: 'yes' } as never } : (lastPlace() as { to: '/pipeline' }),
    );
  },
});

const pipeline = createRoute({ getParentRoute: () => signedIn, path: '/pipeline', component: PipelineScreen });

/** The page of a record. */
const ofRecord = <Path extends string>(path: Path, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => signedIn, path, component, errorComponent: RecordFailure });

const calendar = createRoute({
  getParentRoute: () => signedIn,
  path: '/calendar',
  component: lazyRouteComponent(() => import('./calendar/calendar-screen.tsx'), 'CalendarScreen'),
});

const leads = createRoute({
  getParentRoute: () => signedIn,
  path: '/leads',
  component: lazyRouteComponent(() => import('./leads/leads-screen.tsx'), 'LeadsScreen'),
});

const tasks = createRoute({
  getParentRoute: () => signedIn,
  path: '/tasks',
  component: lazyRouteComponent(() => import('./tasks/tasks-screen.tsx'), 'TasksScreen'),
});

const search = createRoute({
  getParentRoute: () => signedIn,
  path: '/search',
  component: lazyRouteComponent(() => import('./search/search-screen.tsx'), 'SearchScreen'),
});

const records = [
  ofRecord(
    '/projects/$id',
    lazyRouteComponent(() => import('./projects/project-screen.tsx'), 'ProjectScreen'),
  ),
  ofRecord(
    '/companies/$id',
    lazyRouteComponent(() => import('./companies/company-screen.tsx'), 'CompanyScreen'),
  ),
  ofRecord(
    '/contacts/$id',
    lazyRouteComponent(() => import('./contacts/contact-screen.tsx'), 'ContactScreen'),
  ),
  ofRecord(
    '/leads/$id',
    lazyRouteComponent(() => import('./leads/lead-screen.tsx'), 'LeadScreen'),
  ),
  ofRecord(
    '/tasks/$id',
    lazyRouteComponent(() => import('./tasks/task-screen.tsx'), 'TaskScreen'),
  ),
  ofRecord(
    '/calls/$id',
    lazyRouteComponent(() => import('./calls/call-screen.tsx'), 'CallScreen'),
  ),
] as const;

/** A list as a table. */
const listScreen = <const Path extends string>(
  path: Path,
  name: 'ProjectList' | 'CompanyList' | 'ContactList' | 'CallList',
) =>
  createRoute({
    getParentRoute: () => signedIn,
    path,
    component: lazyRouteComponent(() => import('./lists/list-screens.tsx'), name),
    errorComponent: ScreenFailure,
  });

const tables = [
  listScreen('/projects', 'ProjectList'),
  listScreen('/companies', 'CompanyList'),
  listScreen('/contacts', 'ContactList'),
  listScreen('/calls', 'CallList'),
];

const trash = createRoute({
  getParentRoute: () => signedIn,
  path: '/trash',
  component: lazyRouteComponent(() => import('./trash/trash-screen.tsx'), 'TrashScreen'),
});

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings/settings-frame.tsx'), 'SettingsFrame'),
});

settings.addChildren(
  settingsPages.map(({ path, component }) => createRoute({ getParentRoute: () => settings, path, component })),
);

const setUp = createRoute({
  getParentRoute: () => signedIn,
  path: '/set-up',
  component: lazyRouteComponent(() => import('./settings/set-up/set-up-screen.tsx'), 'SetUpScreen'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    ...[signIn, setPassword],
    signedIn.addChildren([
      home,
      pipeline,
      calendar,
      leads,
      tasks,
      search,
      ...records,
      ...tables,
      settings,
      trash,
      setUp,
    ]),
  ]),
  parseSearch,
  stringifySearch: writeSearch,
  defaultPreload: 'intent',
  defaultPreloadDelay: 60,
  defaultErrorComponent: ScreenFailure,
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
