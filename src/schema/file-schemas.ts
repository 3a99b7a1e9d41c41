import { described, type JsonSchema } from './json-schema.ts';

/** The schema of the room that files take. */
export const fileSchemas: Readonly<Record<string, JsonSchema>> = {
  FileUsage: described('The room that the contents of the files of the account take.', {
    files: { type: 'integer', description: 'The number of files with contents, without those in the trash.' },
    bytes: { type: 'integer', description: 'The bytes of all contents, those of deleted files included.' },
    trash_bytes: {
      type: 'integer',
      description: 'The bytes of contents whose files, or the records to which these belong, are in the trash.',
    },
    limit: { type: ['integer', 'null'], description: 'The most bytes that the account may have; `null`: no limit.' },
  }),
};
