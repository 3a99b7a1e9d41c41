import { orNull } from './field-schema.ts';
import { closed, described, type JsonSchema, text, count, textOrNull, instant } from './json-schema.ts';

const restored = described('The restored account.', {
  from: {
    ...closed({
      id: { ...text, description: 'Its id there.' },
      name: { ...text, description: 'Its name.' },
    }),
    description: 'The account that the archive was made of.',
  },
  made_at: { ...instant, description: 'The time at which the archive was made.' },
  rows: { type: 'object', additionalProperties: count, description: 'The number of rows of each table that has any.' },
  admin: {
    ...orNull(
      closed({
        id: { ...text, description: 'The id of the user.' },
        name: { ...textOrNull, description: 'The name of the user.' },
        email: { ...text, description: 'The e-mail address of the user.' },
      }),
    ),
    description:
      'The admin who can sign in by the link: the one with the e-mail address of the user of this request, or else the first.',
  },
  password_link: {
    ...orNull(
      closed({
        url: { ...text, description: 'The address at which the admin sets a password.' },
        expires_at: { ...instant, description: 'The time at which the link ends.' },
      }),
    ),
    description: 'The link of this admin. Only this answer shows it.',
  },
});

const problem = described(
  'The reason for which a restore failed after it had begun. The account is as it was before.',
  {
    code: { ...text, description: 'The code of the problem.' },
    detail: { ...text, description: 'The reason, in words.' },
  },
);

const progress = described('How far the restore is.', {
  done: { ...count, description: 'Rows that are written.' },
  total: { ...count, description: 'Rows of the archive.' },
});

/** The schemas of the lines that tell of a restore. */
export const archiveSchemas: Readonly<Record<string, JsonSchema>> = {
  ArchiveRestoreLine: described(
    'A line of the answer: it has one of these keys. The last line has `restored` or `problem`.',
    { progress, restored, problem },
    [],
  ),
};
