import type { Resource } from '../../../resources/resource.ts';
import type { ChosenRecords, OpenBulk } from './bulk-dialogs.tsx';

/** An action on the selected records of one kind. */
export interface BulkCommand {
  readonly name: string;
  readonly key: string;
  /** What the key does, for the help of keys. */
  readonly does: string;
  readonly begin: (chosen: ChosenRecords) => OpenBulk;
}

/** Gives records to a person. @param to the person in words: `an estimator`. */
export const giveTo = (to: string): BulkCommand => ({
  name: 'Give to',
  key: 'a',
  does: `Give to ${to}`,
  begin: (chosen) => ({ kind: 'assign', ...chosen }),
});

const move: BulkCommand = {
  name: 'Move',
  key: 'm',
  does: 'Move to a stage',
  begin: (chosen) => ({ kind: 'move', ...chosen }),
};

/** The actions on the rows of a table besides a change of any fields and a deletion. */
export const commandsOf = ({ plural }: Resource): readonly BulkCommand[] => commands[plural] ?? [];

const commands: Readonly<Partial<Record<string, readonly BulkCommand[]>>> = {
  projects: [giveTo('an estimator'), move],
  contacts: [giveTo('somebody')],
};
