import { useQuery } from '@tanstack/react-query';
import type { Query } from '../../client/request.ts';
import { type Entry, nameOf } from '../data/directory.ts';
import { readList } from '../data/records.ts';
import { useAsOfInFull } from '../lists/as-of/use-as-of-words.ts';
import { RecordLink } from '../parts/record-link.tsx';
import { useTitle } from '../parts/use-title.ts';
import { usePeekPlace } from '../record/page/place.ts';
import { Back, PeekClose } from '../record/page/record-heading.tsx';
import style from '../record/record-failure.module.css';
import { type ProjectAt, ProjectAsOf } from './project-as-of.tsx';

interface Props extends Pick<ProjectAt, 'onAsOf'> {
  readonly id: string;
  readonly asOf: string;
}

/** The place of a project that was not there at a past instant: it did not exist yet, or it was deleted. */
export function NotThen({ id, asOf, onAsOf }: Props) {
  const words = useAsOfInFull();
  const peek = usePeekPlace();
  const { data, isPending } = useQuery({
    queryKey: ['past', 'projects', id, asOf, 'absence'],
    queryFn: ({ signal }) => absenceOf(id, asOf, signal),
  });
  useTitle(peek === null ? 'No project on this day' : null);
  const Heading = peek === null ? 'h1' : 'h2';
  return (
    <div className={style.gone}>
      <PeekClose />
      <Heading>No project on this day</Heading>
      {isPending && <p>Looking for it…</p>}
      {data === null && <p>Your firm has no such project.</p>}
      {data && (
        <>
          <p className={style.name}>
            {nameOf(data.project)} {data.wasDeleted ? 'was deleted' : 'did not exist yet'} as of {words(asOf)}.
          </p>
          <RecordLink plural="projects" id={id} className="link standing" search={{}}>
            The project as it is now
          </RecordLink>
        </>
      )}
      <ProjectAsOf asOf={asOf} onAsOf={onAsOf} />
      {peek === null && <Back plural="projects" />}
    </div>
  );
}

/** The project, and why it was not there; null if the firm has none of that id. */
async function absenceOf(id: string, asOf: string, signal: AbortSignal) {
  const read = async (query: Query): Promise<Entry | undefined> =>
    (await readList<Entry>('projects', { query: { id, ...query }, signal })).rows[0];
  const trashed = { 'deleted_at[is_null]': 'false' };
  const [then, now, trashedNow] = await Promise.all([read({ ...trashed, as_of: asOf }), read({}), read(trashed)]);
  const project = then ?? now ?? trashedNow;
  return project === undefined ? null : { project, wasDeleted: then !== undefined };
}
