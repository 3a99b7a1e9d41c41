import { endSession, readSession, readSessions, signOut } from '../../../records/access/sessions.ts';
import { schemaReference, wrapped, wrappedList } from '../../../schema/record-schemas.ts';
import { jsonAnswer, noContent } from '../../contract/answer.ts';
import { namedBy, type Operation, type OperationDependencies } from '../../contract/operation.ts';
import { clearedSession } from '../../contract/session-cookies.ts';
import { answerChange } from '../../request/idempotency.ts';
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

const listSessions = ({ publicUrl }: OperationDependencies): Operation => ({
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
    return valuesAnswer('sessions', page, request, { publicUrl: publicUrl() });
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

/** Shows, lists and ends sessions. Those that start one need no credential: `http/sign-in`. */
export const sessionOperations = (dependencies: OperationDependencies): Operation[] => [
  showSession(),
  deleteSession(),
  listSessions(dependencies),
  endOneSession(),
];
