import { useQuery } from '@tanstack/react-query';
import { Link, useMatch, useRouter } from '@tanstack/react-router';
import { Refused } from '../../client/problem.ts';
import { resourceOf } from '../../resources/index.ts';
import { words } from '../../resources/in-words.ts';
import { type Entry, nameOf } from '../data/directory.ts';
import { queryClient } from '../data/query-client.ts';
import { readList } from '../data/records.ts';
import { useSession } from '../data/session.ts';
import { Button } from '../parts/button/button.tsx';
import { Failure } from '../parts/failure/failure.tsx';
import { restoreRecord } from './deletion.ts';
import { usePeekPlace } from './page/place.ts';
import { Back, PeekClose } from './page/record-heading.tsx';
import style from './record-failure.module.css';

/** The place of a record that is deleted, or that is not this firm's, or that could not be read. */
export function RecordFailure({ error, reset }: { readonly error: unknown; readonly reset: () => void }) {
  const router = useRouter();
  // The location is that of the next screen already while somebody leaves this one.
  const pathname = useMatch({ strict: false, select: (match) => match.pathname });
  const [, ofAddress = '', idOfAddress = ''] = pathname.split('/');
  const peek = usePeekPlace();
  const { plural, id } = peek ?? { plural: ofAddress, id: idOfAddress };
  const Heading = peek === null ? 'h1' : 'h2';
  const again = async (): Promise<void> => {
    await queryClient.resetQueries({ queryKey: [plural, id] });
    reset();
    await router.invalidate();
  };
  if (!(error instanceof Refused) || error.status !== 404) {
    return <Failure error={error} onRetry={() => void again()} />;
  }
  return (
    <div className={style.gone}>
      <PeekClose />
      <Heading>Not here for you</Heading>
      <Trashed plural={plural} id={id} onRestored={() => void again()} />
      {peek === null && <Back plural={plural} />}
    </div>
  );
}

interface TrashedProps {
  readonly plural: string;
  readonly id: string;
  readonly onRestored: () => void;
}

/** Says whether the record is deleted, and offers to restore it. */
function Trashed({ plural, id, onRestored }: TrashedProps) {
  const resource = resourceOf(plural);
  const canWrite = useSession().user.role !== 'viewer';
  const { data, error, isPending } = useQuery({
    queryKey: [plural, id, 'trashed'],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const query = { id, 'deleted_at[is_null]': 'false' };
      return (await readList<Entry>(plural, { query, signal })).rows[0] ?? null;
    },
  });
  if (isPending) return <p>Looking for it…</p>;
  if (error || data === null) return <p>Your firm has no such {words(resource)}.</p>;
  const name = nameOf(data) || words(resource);
  const restore = async (): Promise<void> => {
    if (await restoreRecord(resource, id, name)) onRestored();
  };
  return (
    <>
      <p className={style.name}>{name} is deleted.</p>
      {canWrite && (
        <Button look="filled" onClick={() => void restore()}>
          Restore
        </Button>
      )}
      <Link to="/trash" search={{ of: plural } as never} className="link">
        Open the trash
      </Link>
    </>
  );
}
