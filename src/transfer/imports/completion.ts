import { messageStatements } from '../../events/messages.ts';
import { resourceOf } from '../../resources/index.ts';
import type { StoredImport } from '../../store/imports/imports.ts';
import type { WriteStatement } from '../../store/write/write.ts';

/** The message `import.complete`: a run has ended, whether it is complete, cancelled or failed. */
export const completionStatements = (userId: string, { id, version }: StoredImport, at: Date): WriteStatement[] =>
  messageStatements(
    [
      {
        resource: resourceOf('imports'),
        ...{ recordId: id, version: version + 1, userId },
        eventTypes: ['import.complete'],
      },
    ],
    at,
  );
