import type { BulkQuestion } from '../lists/bulk/bulk-dialogs.tsx';
import { type BulkCommand, giveTo } from '../lists/bulk/bulk-commands.ts';
import type { Work } from '../lists/bulk/run-bulk.ts';
import type { LeadView } from './lead-views.ts';
import { SnoozeDialog } from './snooze-dialog.tsx';

/** The actions on the selected leads of a view: give, archive or put back, snooze. */
export const leadCommands = ({ key }: LeadView): readonly BulkCommand[] => [
  giveTo('somebody'),
  key === 'archived' ? putBack : archive,
  { name: 'Snooze', key: 'h', does: 'Snooze', begin: (chosen) => ({ kind: 'ask', Question: SnoozeLeads, ...chosen }) },
];

const atOnce = (name: string, work: () => Work): BulkCommand => ({
  name,
  key: 'e',
  does: name,
  begin: ({ targets }) => ({ kind: 'run', targets, work: work() }),
});

const archive = atOnce('Archive', () => {
  return { kind: 'change', body: { archived_at: new Date().toISOString() }, done: 'archived' };
});

const putBack = atOnce('Put back', () => ({ kind: 'change', body: { archived_at: null }, done: 'back in the inbox' }));

const SnoozeLeads: BulkQuestion = ({ what, onRun, onClose }) => (
  <SnoozeDialog
    lead={{ name: what, snooze_until: null }}
    onPick={(until, said) => onRun({ kind: 'change', body: { snooze_until: until }, done: `asleep until ${said}` })}
    onClose={onClose}
  />
);
