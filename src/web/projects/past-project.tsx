import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { projects } from '../../resources/projects.ts';
import type { Entry } from '../data/directory.ts';
import { useDirectory } from '../data/directory.ts';
import { AsOfNote } from '../lists/as-of/as-of-note.tsx';
import { Failure } from '../parts/failure/failure.tsx';
import { Waiting } from '../parts/waiting/waiting.tsx';
import { usePeekPlace, useRecordId } from '../record/page/place.ts';
import { Back, PeekClose } from '../record/page/record-heading.tsx';
import { RecordPage } from '../record/page/record-page.tsx';
import { Past } from '../record/past.ts';
import style from '../record/record-failure.module.css';
import { type LoadedRecord, pastRecordQuery } from '../record/record-query.ts';
import { NotThen } from './not-then.tsx';
import { nextFields, NextRow } from './next-row.tsx';
import { type ProjectAt, ProjectAsOf } from './project-as-of.tsx';
import { headFields, inHead, projectSections } from './project-fields.ts';
import { StagePath } from './stage-path.tsx';

/** A project as it was at a past instant, read-only. It leaves out the tasks, calls and team, which have no past. */
export function PastProject({ asOf, onAsOf }: Omit<ProjectAt, 'asOf'> & { readonly asOf: string }) {
  const id = useRecordId();
  const { data, error: latest, refetch } = useQuery(pastRecordQuery(projects, id, asOf));
  const last = useLastError(latest, `${id} ${asOf}`);
  const error = latest ?? (data === undefined ? last : null);
  if (data === null) return <NotThen id={id} asOf={asOf} onAsOf={onAsOf} />;
  if (error) return <PastFailure asOf={asOf} onAsOf={onAsOf} error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting />;
  return (
    <Past value={asOf}>
      <Page shown={data} asOf={asOf} onAsOf={onAsOf} />
    </Past>
  );
}

/** The error of a query, also while the page reads again, so that an open menu stays. @param key of the query. */
function useLastError(error: Error | null, key: string): Error | null {
  const [last, setLast] = useState({ key, error });
  if (last.key !== key || (error !== null && last.error !== error)) setLast({ key, error });
  return last.key === key ? (error ?? last.error) : error;
}

interface FailureProps extends ProjectAt {
  readonly error: Error;
  readonly onRetry: () => void;
}

/** The place of a past project that could not be read, such as at an instant that the service refuses. */
function PastFailure({ asOf, onAsOf, error, onRetry }: FailureProps) {
  const peek = usePeekPlace();
  const Heading = peek === null ? 'h1' : 'h2';
  return (
    <div className={style.gone}>
      <PeekClose />
      <Heading>The project as it was</Heading>
      <Failure error={error} onRetry={onRetry} />
      <ProjectAsOf asOf={asOf} onAsOf={onAsOf} />
      {peek === null && <Back plural="projects" />}
    </div>
  );
}

interface PageProps extends ProjectAt {
  readonly shown: LoadedRecord;
  readonly asOf: string;
}

function Page({ shown, asOf, onAsOf }: PageProps) {
  const { record } = shown;
  return (
    <RecordPage
      resource={projects}
      shown={shown}
      title={String(record['name'])}
      meta={[record['project_number'] as string | null]}
      instant={<ProjectAsOf asOf={asOf} onAsOf={onAsOf} />}
      above={<AsOfNote asOf={asOf} now="As it is now" onNow={() => onAsOf(undefined)} />}
      head={headFields.map((name) => ({ name }))}
      sections={projectSections}
      elsewhere={[...inHead, ...nextFields(record)]}
      below={
        <>
          <NextRow key={record.id} shown={shown} isPast />
          <StagePath
            projectId={record.id}
            stages={useDirectory().project_stages}
            currentId={(record['project_stage'] as Entry).id}
            age={Number(record['stage_age'] ?? 0)}
            asOf={asOf}
          />
        </>
      }
    />
  );
}
