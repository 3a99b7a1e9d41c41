import { changePreferences, readPreferences } from '../../../records/access/preferences.ts';
import { schemaReference, wrapped } from '../../../schema/record-schemas.ts';
import { unwrap } from '../../../schema/validator.ts';
import { versionedAnswer } from '../../contract/answer.ts';
import type { Operation } from '../../contract/operation.ts';
import { answerChange } from '../../request/answer-change.ts';

const ofPreferences = {
  tag: 'preferences',
  path: '/preferences',
  query: [],
  status: 200,
  response: wrapped('preferences', schemaReference('Preferences')),
} as const;

type Shown = Awaited<ReturnType<typeof readPreferences>>;

const shown = (preferences: Shown) => versionedAnswer('preferences', preferences);

/** The preferences of the acting user. Every role may change its own. */
export const preferenceOperations = (): Operation[] => [
  {
    ...ofPreferences,
    id: 'showPreferences',
    method: 'GET',
    summary: 'Show your preferences',
    explanation: 'They are an empty object until you change them.',
    scope: 'read',
    handle: async ({ context }) => shown(await readPreferences(context)),
  },
  {
    ...ofPreferences,
    id: 'updatePreferences',
    method: 'PATCH',
    summary: 'Change your preferences',
    explanation: 'Objects merge key by key at every depth, and `null` removes a key (RFC 7396).',
    scope: 'write',
    ofOneself: 'only',
    request: wrapped('preferences', schemaReference('PreferencesUpdate')),
    handle: (request) => {
      const patch = unwrap(request.body, 'preferences');
      return answerChange(request, shown, (context) =>
        changePreferences(context, { patch, versions: request.versions }),
      );
    },
  },
];
