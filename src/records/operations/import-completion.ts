import type { Queryable } from '../../database/engine.ts';
import { messageStatements } from '../../events/messages.ts';
import { resourceOf } from '../../resources/index.ts';
import { write } from '../../store/write/write.ts';

/** A run of an import that has ended. */
export interface EndedImport {
  readonly accountId: string;
  readonly id: string;
  /** The version of the import after the end. */
  readonly version: number;
  readonly userId: string;
}

/** Writes the message `import.complete`: a run has ended, whether it is complete, cancelled or failed. */
export async function announceImport(
  transaction: Queryable,
  { accountId, id, version, userId }: EndedImport,
  at: Date,
): Promise<void> {
  const happening = { resource: resourceOf('imports'), recordId: id, version, userId };
  await write(transaction, accountId, messageStatements([{ ...happening, eventTypes: ['import.complete'] }], at));
}
