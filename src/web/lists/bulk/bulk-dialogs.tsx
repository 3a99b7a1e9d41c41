import type { ComponentType } from 'react';
import { labelOf } from '../../../resources/labels.ts';
import type { Resource } from '../../../resources/resource.ts';
import { type Stage, useDirectory } from '../../data/directory.ts';
import type { ViewContext } from '../../fields/field-view.ts';
import { Button } from '../../parts/button/button.tsx';
import { Dialog, DialogActions } from '../../parts/dialog/dialog.tsx';
import { AssignDialog } from '../../pursuits/dialogs/assign-dialog.tsx';
import { CloseDialog } from '../../pursuits/dialogs/close-dialog.tsx';
import { MoveDialog } from '../../pursuits/dialogs/move-dialog.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import type { BulkTargets } from './read-targets.ts';
import { ResultDialog } from './result-dialog.tsx';
import type { BulkOutcome, Work } from './run-bulk.ts';
import { RunDialog } from './run-dialog.tsx';

/** The records of a bulk change. `what` names them: `12 projects`. */
export interface ChosenRecords {
  readonly targets: BulkTargets;
  readonly what: string;
}

/** A dialog that asks for the values of a change. */
export type BulkQuestion = ComponentType<{
  readonly what: string;
  readonly onRun: (work: Work) => void;
  readonly onClose: () => void;
}>;

/** The open dialog of a bulk change. */
export type OpenBulk =
  | ({ readonly kind: 'form' | 'assign' | 'move' | 'delete' } & ChosenRecords)
  | ({ readonly kind: 'close'; readonly stage: Stage } & ChosenRecords)
  | ({ readonly kind: 'ask'; readonly Question: BulkQuestion } & ChosenRecords)
  | { readonly kind: 'run'; readonly targets: BulkTargets; readonly work: Work }
  | { readonly kind: 'result'; readonly work: Work; readonly outcome: BulkOutcome };

interface Props {
  readonly resource: Resource;
  readonly open: OpenBulk | null;
  readonly context: ViewContext;
  readonly onRun: (work: Work) => void;
  /** Called with a stage that closes projects, which needs a date and perhaps a reason. */
  readonly onStage: (stage: Stage) => void;
  readonly onDone: (work: Work, outcome: BulkOutcome) => void;
  readonly onClose: () => void;
}

export function BulkDialogs({ resource, open, context, onRun, onStage, onDone, onClose }: Props) {
  const { project_stages: stages } = useDirectory();
  if (open === null) return null;
  switch (open.kind) {
    case 'form':
      return (
        <BulkDialog
          resource={resource}
          context={context}
          onClose={onClose}
          what={open.what}
          onApply={(body) => onRun({ kind: 'change', body, done: 'changed' })}
        />
      );
    case 'assign':
      return (
        <AssignDialog
          card={{ name: open.what }}
          label={labelOf('assigned_to', resource.plural)}
          onPick={(id, name) => onRun({ kind: 'change', body: { assigned_to_id: id }, done: `given to ${name}` })}
          onClose={onClose}
        />
      );
    case 'move':
      return (
        <MoveDialog
          project={several(open.what)}
          stages={stages}
          onPick={(stage) => (stage.category === 'open' ? onRun(moveTo(stage)) : onStage(stage))}
          onClose={onClose}
        />
      );
    case 'close':
      return (
        <CloseDialog
          project={several(open.what)}
          stage={open.stage}
          onClosed={({ stage, awardDate, lossReasonId }) =>
            onRun(moveTo(stage, { award_date: awardDate, ...(lossReasonId && { loss_reason_id: lossReasonId }) }))
          }
          onClose={onClose}
        />
      );
    case 'ask':
      return <open.Question what={open.what} onRun={onRun} onClose={onClose} />;
    case 'delete':
      return <DeleteDialog what={open.what} onDelete={() => onRun({ kind: 'delete' })} onClose={onClose} />;
    case 'run':
      return (
        <RunDialog
          resource={resource}
          onClose={onClose}
          targets={open.targets}
          work={open.work}
          onDone={(outcome) => onDone(open.work, outcome)}
        />
      );
    case 'result':
      return <ResultDialog resource={resource} onClose={onClose} work={open.work} outcome={open.outcome} />;
  }
}

/** Several projects as the dialogs of one name them. They have no stage of their own. */
const several = (name: string) => ({ id: '', name, project_stage_id: '' });

const moveTo = ({ id, name }: Stage, closing: object = {}): Work => ({
  kind: 'change',
  body: { project_stage_id: id, ...closing },
  done: `moved to ${name}`,
});

interface DeleteProps {
  readonly what: string;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

const DeleteDialog = ({ what, onDelete, onClose }: DeleteProps) => (
  <Dialog title={`Delete ${what}?`} onClose={onClose}>
    <p>You can undo this, and restore deleted records later.</p>
    <DialogActions>
      <Button onClick={onClose}>Cancel</Button>
      <Button look="danger" data-first onClick={onDelete}>
        Delete {what}
      </Button>
    </DialogActions>
  </Dialog>
);
