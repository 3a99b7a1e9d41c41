import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router';
import { directoryQuery } from './data/directory.ts';
import { isFirstRun } from './data/first-run.ts';
import { lastEventQuery } from './data/last-event.ts';
import { preferencesQuery } from './data/preferences.ts';
import { queryClient } from './data/query-client.ts';
import { sessionQuery } from './data/session.ts';
import { parseSearch, writeSearch } from './queries/address.ts';
import { PipelineScreen } from './pipeline/pipeline-screen.tsx';
import { RecordFailure } from './record/record-failure.tsx';
import { settingsPages } from './settings/settings-pages.ts';
import { Frame } from './shell/frame/frame.tsx';
import { Optional } from './shell/frame/optional.tsx';
import { NotHere } from './shell/not-here.tsx';
import { ScreenFailure } from './shell/frame/screen-failure.tsx';
import { lastPlace } from './shell/last-place.ts';
import { ToastArea } from './shell/toast-area.tsx';

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <Optional>
        <ToastArea />
      </Optional>
    </>
  ),
  errorComponent: ScreenFailure,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('./sign-in/sign-in-screen.tsx'), 'SignInScreen'),
});

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
      throw redirect({ to: '/sign-in', search: (location.href === '/' ? {} : { next: location.href }) as never });
    }
    await Promise.all([
      queryClient.query({ ...directoryQuery, staleTime: 'static' }),
      // The page also works without these.
      queryClient.query({ ...preferencesQuery, staleTime: 'static' }).catch(() => undefined),
      queryClient.query({ ...lastEventQuery, staleTime: 'static' }).catch(() => undefined),
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
      isFirst
        ? { to: '/set-up', search: { first: 'yes' } as never }
        : (lastPlace(session?.user.role) as { to: '/pipeline' }),
    );
  },
});

const pipeline = createRoute({ getParentRoute: () => signedIn, path: '/pipeline', component: PipelineScreen });

/** Loads a component of a module. */
type Load<Name extends string> = () => Promise<Readonly<Record<Name, RouteComponent>>>;

/** A screen behind the sign-in. Its module is loaded with the first visit. */
const screen = <const Path extends string, Name extends string>(
  path: Path,
  name: Name,
  load: Load<Name>,
  errorComponent = ScreenFailure,
) => createRoute({ getParentRoute: () => signedIn, path, component: lazyRouteComponent(load, name), errorComponent });

/** The page of a record. */
const record = <const Path extends string, Name extends string>(path: Path, name: Name, load: Load<Name>) =>
  screen(path, name, load, RecordFailure);

/** `resources/screens.ts` has the first segments of their paths, for the service. */
const screens = [
  screen('/monday', 'MondayScreen', () => import('./monday/monday-screen.tsx')),
  screen('/today', 'TodayScreen', () => import('./today/today-screen.tsx')),
  screen('/calendar', 'CalendarScreen', () => import('./calendar/calendar-screen.tsx')),
  screen('/leads', 'LeadsScreen', () => import('./leads/leads-screen.tsx')),
  screen('/tasks', 'TasksScreen', () => import('./tasks/tasks-screen.tsx')),
  screen('/reports', 'ReportsScreen', () => import('./reports/reports-screen.tsx')),
  screen('/reports/$name', 'ReportsScreen', () => import('./reports/reports-screen.tsx')),
  screen('/reports/$name/projects', 'ReportsScreen', () => import('./reports/reports-screen.tsx')),
  screen('/search', 'SearchScreen', () => import('./search/search-screen.tsx')),
  screen('/import', 'ImportsScreen', () => import('./import/upload/imports-screen.tsx')),
  screen('/import/$id', 'ImportScreen', () => import('./import/import-screen.tsx')),
  screen('/trash', 'TrashScreen', () => import('./trash/trash-screen.tsx')),
  screen('/set-up', 'SetUpScreen', () => import('./settings/set-up/set-up-screen.tsx')),
  screen('/projects', 'ProjectList', () => import('./lists/list-screens.tsx')),
  screen('/companies', 'CompanyList', () => import('./lists/list-screens.tsx')),
  screen('/contacts', 'ContactList', () => import('./lists/list-screens.tsx')),
  screen('/calls', 'CallList', () => import('./lists/list-screens.tsx')),
  screen('/notes', 'NoteList', () => import('./lists/list-screens.tsx')),
  record('/projects/$id', 'ProjectScreen', () => import('./projects/project-screen.tsx')),
  record('/companies/$id', 'CompanyScreen', () => import('./companies/company-screen.tsx')),
  record('/contacts/$id', 'ContactScreen', () => import('./contacts/contact-screen.tsx')),
  record('/leads/$id', 'LeadScreen', () => import('./leads/lead-screen.tsx')),
  record('/tasks/$id', 'TaskScreen', () => import('./tasks/task-screen.tsx')),
  record('/calls/$id', 'CallScreen', () => import('./calls/call-screen.tsx')),
  record('/notes/$id', 'NoteScreen', () => import('./notes/note-screen.tsx')),
] as const;

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings/settings-frame.tsx'), 'SettingsFrame'),
});

settings.addChildren([
  ...settingsPages.map(({ path, component }) => createRoute({ getParentRoute: () => settings, path, component })),
  createRoute({ getParentRoute: () => settings, path: '$', component: NotHere }),
]);

/** Every other address. */
const elsewhere = createRoute({ getParentRoute: () => signedIn, path: '$', component: NotHere });

export const router = createRouter({
  routeTree: root.addChildren([
    ...[signIn, setPassword],
    signedIn.addChildren([home, pipeline, ...screens, settings, elsewhere]),
  ]),
  parseSearch,
  stringifySearch: writeSearch,
  defaultPreload: 'intent',
  defaultPreloadDelay: 60,
  defaultErrorComponent: ScreenFailure,
  defaultNotFoundComponent: NotHere,
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
