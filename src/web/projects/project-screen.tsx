import { useState } from 'react';
import { calls } from '../../resources/calls.ts';
import { projects } from '../../resources/projects.ts';
import { tasks } from '../../resources/tasks.ts';
import { Timeline } from '../activity/timeline/timeline.tsx';
import type { Fields } from '../data/target.ts';
import type { Entry, Stage } from '../data/directory.ts';
import { useSession } from '../data/session.ts';
import { Button } from '../parts/button/button.tsx';
import { CloseDialog } from '../pursuits/dialogs/close-dialog.tsx';
import { MoveDialog } from '../pursuits/dialogs/move-dialog.tsx';
import type { ClosingAnswers } from '../pursuits/closing.ts';
import type { Bid } from '../pursuits/due.ts';
import { moveWords } from '../pursuits/move-words.ts';
import { copiedValues } from '../create/copied-values.ts';
import { create, useSubject } from '../create/creation.ts';
import { useViewContext } from '../fields/use-view-context.ts';
import type { HeadField } from '../record/head-cells.tsx';
import { useRecordId, useRecordKeys } from '../record/page/place.ts';
import { RecordPage } from '../record/page/record-page.tsx';
import { foundIn } from '../finding/use-found.ts';
import { Files } from '../files/list/files.tsx';
import { FileZone } from '../files/zone/file-zone.tsx';
import { useRecord } from '../record/use-record.ts';
import { Calls, OpenTasks } from '../record/page/related-lists.tsx';
import { Related } from '../record/related/related.tsx';
import { changeRecord, type LoadedRecord } from '../record/record-query.ts';
import { useAddress } from '../queries/use-address.ts';
import { toast } from '../toasts/toasts.ts';
import { CountdownNote } from './countdown-note.tsx';
import { NextAction } from './next-action.tsx';
import { nextFields, NextRow } from './next-row.tsx';
import { PastProject } from './past-project.tsx';
import { type ProjectAt, ProjectAsOf } from './project-as-of.tsx';
import { headFields, inHead, projectSections } from './project-fields.ts';
import { StagePath } from './stage-path.tsx';
import { Team } from './team/team.tsx';

/** A project, as it is now or at the instant of the address. */
export function ProjectScreen() {
  const id = useRecordId();
  const { search, open } = useAddress(`/projects/${id}`);
  const { as_of: asOf } = search;
  const show = (instant: string | undefined): void => open({ as_of: instant });
  return asOf === undefined ? <PresentProject onAsOf={show} /> : <PastProject asOf={asOf} onAsOf={show} />;
}

/** A project: where it stands, all of its facts, and what has changed. */
function PresentProject({ onAsOf }: Pick<ProjectAt, 'onAsOf'>) {
  const id = useRecordId();
  const shown = useRecord(projects, id);
  const context = useViewContext();
  const { project_stages: stages } = context.directory;
  const { user } = useSession();
  const canWrite = user.role !== 'viewer';
  const [dialog, setDialog] = useState<'move' | Stage | null>(null);
  const { record } = shown;
  useSubject({
    project_id: { id, name: String(record['name']) },
    company_id: foundIn(record['company']),
    contact_id: foundIn(record['contact']),
  });
  const name = String(record['name']);
  const stageId = (record['project_stage'] as Entry).id;
  const amount = record['amount'] as number | null;
  const card = { id, name, project_stage_id: stageId, amount };
  const open = (): void => {
    if (canWrite) setDialog('move');
  };
  const copy = (): void => create(projects, { given: copiedValues(projects, record, context), copyOf: id });
  useRecordKeys(canWrite ? { m: { does: 'Move to a stage', act: open, isCommand: true } } : {});
  const move = (stage: Stage, closing?: ClosingAnswers): void => {
    setDialog(null);
    void moveProject(shown, stage, { before: stages.find(({ id: one }) => one === stageId), closing });
  };
  const pick = (stage: Stage): void => (stage.category === 'open' ? move(stage) : setDialog(stage));
  const company = record['company'] as Entry | null;
  return (
    <>
      <FileZone owner={{ plural: 'projects', id }} title={name}>
        <RecordPage
          files={<Files key={id} owner={{ plural: 'projects', id }} />}
          resource={projects}
          shown={shown}
          title={name}
          meta={[record['project_number'] as string | null]}
          head={headOf(record)}
          instant={<ProjectAsOf asOf={undefined} onAsOf={onAsOf} />}
          lastCell={<NextAction projectId={id} />}
          sections={projectSections}
          elsewhere={[...inHead, ...nextFields(record)]}
          menu={[
            { name: 'Log call', key: 'L', run: () => create(calls) },
            { name: 'New task', key: 'T', run: () => create(tasks, { given: { assigned_to_id: user.id } }) },
            { name: 'Copy the project', run: copy },
          ]}
          actions={<MoveButton onMove={open} />}
          below={
            <>
              <NextRow key={id} shown={shown} />
              <StagePath
                projectId={id}
                stages={stages}
                currentId={stageId}
                age={Number(record['stage_age'] ?? 0)}
                onMove={canWrite ? pick : undefined}
              />
            </>
          }
          activity={<Timeline key={id} plural="projects" id={id} />}
          work={<ProjectWork id={id} company={company} />}
          people={<Team projectId={id} />}
        />
      </FileZone>
      {dialog === 'move' && <MoveDialog project={card} stages={stages} onPick={pick} onClose={() => setDialog(null)} />}
      {dialog !== null && dialog !== 'move' && (
        <CloseDialog
          project={card}
          stage={dialog}
          onClosed={(closing) => move(dialog, closing)}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

const MoveButton = ({ onMove }: { readonly onMove: () => void }) => (
  <Button look="filled" onClick={onMove} aria-keyshortcuts="m">
    Move stage
  </Button>
);

/** The main fields. A bid that is submitted or closed is in no hurry. */
const headOf = (record: Fields): readonly HeadField[] =>
  headFields.map((name) => ({
    name,
    note: name === 'bid_due_date' && record['project_status'] === 'pursuit' && (
      <CountdownNote bid={record as unknown as Bid} />
    ),
  }));

/** The work that belongs to a project, and the client's other jobs. */
function ProjectWork({ id, company }: { readonly id: string; readonly company: Entry | null }) {
  const of = { project_id: id };
  return (
    <>
      <OpenTasks of={of} />
      <Calls of={of} />
      <Related title="Lead" plural="leads" query={{ ...of, view: 'all' }} none={null} />
      {company !== null && (
        <Related
          title={`Other open jobs of ${company.name ?? ''}`}
          plural="projects"
          query={{ company_id: company.id, project_status: 'pursuit', 'id[ne]': id, sort: 'bid_due_date' }}
          none={null}
        />
      )}
    </>
  );
}

interface Move {
  readonly before: Stage | undefined;
  readonly closing: ClosingAnswers | undefined;
}

/** Moves a project to another stage. A toast says so and offers to undo it, or says why not. */
async function moveProject(shown: LoadedRecord, stage: Stage, { before, closing }: Move): Promise<void> {
  const name = String(shown.record['name']);
  const fields = {
    project_stage_id: stage.id,
    ...(closing ? { award_date: closing.awardDate } : {}),
    ...(closing?.lossReasonId ? { loss_reason_id: closing.lossReasonId } : {}),
    ...(closing?.amount === undefined ? {} : { amount: closing.amount }),
  };
  const shownStage = { project_stage: { id: stage.id, name: stage.name }, stage_age: 0 };
  const probability = shown.record['probability'] as number | null;
  const said = moveWords({ name, probability, stage: before }, stage);
  const reason = await changeRecord(projects, shown, { label: 'Stage', fields, shown: shownStage, said });
  if (reason === null) return;
  const action = { name: 'Try again', run: () => void moveProject(shown, stage, { before, closing }) };
  toast(`${name} was not moved. ${reason}`, { isFault: true, action });
}
