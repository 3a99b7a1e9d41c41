import { endSession, readSession, readSessions, signOut } from '../../../records/access/sessions.ts';
import { readFailedSignIns } from '../../../records/access/failed-sign-ins.ts';
import { schemaReference, wrapped, wrappedList } from '../../../schema/record-schemas.ts';
import { jsonAnswer, noContent } from '../../contract/answer.ts';
import { namedBy, type Operation } from '../../contract/operation.ts';
import { clearedSession } from '../../contract/session-cookies.ts';
import { answerChange } from '../../request/answer-change.ts';
import { windowParameters } from '../list-parameters.ts';
import { valuesAnswer, wishOf } from '../listing.ts';

const ofSessions = { tag: 'sessions', query: [] } as const;

const ofOneself = { scope: 'write', ofOneself: 'only' } as const;

const needsSession = 'With an API token instead of the cookie of a session, the answer is 401.';

const showSession = (): Operation => ({
  ...ofSessions,
  id: 'showSession',
  method: 'GET',
  path: '/session',
  summary: 'Show the session of the request, with its user and account',
  explanation: needsSession,
  scope: 'read',
  status: 200,
  response: wrapped('session', schemaReference('Session')),
  handle: async ({ context }) => jsonAnswer(200, { session: await readSession(context) }),
});

const deleteSession = (): Operation => ({
  ...ofSessions,
  ...ofOneself,
  id: 'deleteSession',
  method: 'DELETE',
  path: '/session',
  summary: 'Sign out: end the session of the request',
  explanation: needsSession,
  status: 204,
  handle: (request) => {
    const answer = { ...noContent(), headers: { 'Set-Cookie': clearedSession(request.isHttps) } };
    return answerChange(
      request,
      () => answer,
      (context) => signOut(context, request.versions),
    );
  },
});

const listSessions = (): Operation => ({
  ...ofSessions,
  id: 'listSessions',
  method: 'GET',
  path: '/sessions',
  summary: 'List your own sessions',
  explanation: 'The newest session comes first. The list leaves out sessions that have ended.',
  scope: 'read',
  query: windowParameters,
  status: 200,
  response: wrappedList('sessions', 'SessionListed', 'The sessions of this page.'),
  handle: async (request) => {
    const page = await readSessions(request.context, wishOf(request));
    return valuesAnswer('sessions', page, request);
  },
});

const endOneSession = (): Operation => ({
  ...ofSessions,
  ...ofOneself,
  id: 'endSession',
  method: 'DELETE',
  path: '/sessions/{id}',
  summary: 'End one of your own sessions; its next request is refused',
  status: 204,
  handle: (request) => answerChange(request, noContent, (context) => endSession(context, namedBy(request))),
});

const listFailures = (): Operation => ({
  ...ofSessions,
  id: 'listFailedSignIns',
  method: 'GET',
  path: '/failed_sign_ins',
  summary: 'List the failed sign-ins of the users of the account',
  explanation:
    'The newest failure comes first. The service keeps the last 1,000 of an account, for 90 days. It stores none of an ' +
    'e-mail address that no user with a password has, and none that it refused with 429.',
  scope: 'admin',
  adminOnly: true,
  query: windowParameters,
  status: 200,
  response: wrappedList('failed_sign_ins', 'FailedSignIn', 'The failed sign-ins of this page.'),
  handle: async (request) => {
    const page = await readFailedSignIns(request.context, wishOf(request));
    return valuesAnswer('failed_sign_ins', page, request);
  },
});

/** Shows, lists and ends sessions. Those that start one need no credential: `http/sign-in`. */
export const sessionOperations = (): Operation[] => [
  showSession(),
  deleteSession(),
  listSessions(),
  endOneSession(),
  listFailures(),
];
