import { type ReactNode, useState } from 'react';
import { projects } from '../../resources/projects.ts';
import type { Fields } from '../data/target.ts';
import { type Entry, type Stage, useDirectory } from '../data/directory.ts';
import { type Formats, useFormats } from '../data/formats.ts';
import { useSession } from '../data/session.ts';
import { RecordLink } from '../lists/record-link.tsx';
import { Button } from '../parts/button/button.tsx';
import { CloseDialog } from '../pursuits/dialogs/close-dialog.tsx';
import { MoveDialog } from '../pursuits/dialogs/move-dialog.tsx';
import type { Closing } from '../pursuits/closing.ts';
import { useSubject } from '../create/creation.ts';
import { useRecordId, useRecordKeys } from '../record/page/place.ts';
import { RecordPage } from '../record/page/record-page.tsx';
import { foundIn } from '../record/use-found.ts';
import { useRecord } from '../record/use-record.ts';
import { ProjectWork } from './project-related.tsx';
import { moveProject } from './move-project.ts';
import { inHead, projectSections } from './project-sections.ts';
import { StagePath } from './stage-path.tsx';
import { Team } from './team/team.tsx';

/** A project: where it stands, all of its facts, and what has changed. */
export function ProjectScreen() {
  const id = useRecordId();
  const shown = useRecord(projects, id);
  const { project_stages: stages } = useDirectory();
  const formats = useFormats();
  const canWrite = useSession().user.role !== 'viewer';
  const [dialog, setDialog] = useState<'move' | Stage | null>(null);
  const { record } = shown;
  useSubject({
    project_id: { id, name: String(record['name']) },
    company_id: foundIn(record['company']),
    contact_id: foundIn(record['contact']),
  });
  const name = String(record['name']);
  const stageId = (record['project_stage'] as Entry).id;
  const card = { id, name, project_stage_id: stageId };
  const open = (): void => {
    if (canWrite) setDialog('move');
  };
  useRecordKeys(canWrite ? { m: { does: 'Move to a stage', act: open, isCommand: true } } : {});
  const move = (stage: Stage, closing?: Closing): void => {
    setDialog(null);
    void moveProject(shown, stage, closing);
  };
  const pick = (stage: Stage): void => (stage.category === 'open' ? move(stage) : setDialog(stage));
  const company = record['company'] as Entry | null;
  return (
    <>
      <RecordPage
        resource={projects}
        shown={shown}
        title={name}
        meta={factsOf(record, formats)}
        sections={projectSections}
        elsewhere={inHead}
        actions={
          <Button look="filled" onClick={open} aria-keyshortcuts="m">
            Move stage
          </Button>
        }
        below={
          <StagePath
            projectId={id}
            stages={stages}
            currentId={stageId}
            age={Number(record['stage_age'] ?? 0)}
            onMove={canWrite ? pick : undefined}
          />
        }
        work={<ProjectWork id={id} company={company} />}
        people={<Team projectId={id} />}
      />
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

/** The client, the number, the amount and the date of the bid. */
function factsOf(record: Fields, formats: Formats): readonly ReactNode[] {
  const company = record['company'] as Entry | null;
  return [
    company && (
      <RecordLink key="client" plural="companies" id={company.id}>
        {company.name}
      </RecordLink>
    ),
    record['project_number'] as string | null,
    record['amount'] === null ? null : formats.money(record['amount'] as number),
    dueText(record, formats),
  ];
}

/** `due Fri, Mar 14, 2:00 PM` */
function dueText(record: Fields, { weekday, time }: Formats): string | null {
  const { bid_due_date: day, bid_due_at: at, bid_due_at_includes_time: hasTime } = record;
  if (typeof day !== 'string') return null;
  return hasTime === true && typeof at === 'string' ? `due ${weekday(day)}, ${time(at)}` : `due ${weekday(day)}`;
}
