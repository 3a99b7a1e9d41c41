import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../data/api.ts';
import { countQuery } from '../queries/count-query.ts';
import { Button } from '../parts/button/button.tsx';
import { Failure } from '../parts/failure/failure.tsx';
import { demoQuery } from './demo-query.ts';
import style from './sample-data.module.css';

interface Props {
  readonly onStarted?: () => void;
}

/** Fills an empty firm with sample data, so that a person sees what the product does. The board fills meanwhile. */
export function SampleData({ onStarted }: Props) {
  const demo = useQuery(demoQuery);
  const start = useMutation({
    mutationFn: () => api.send('POST /account/demo'),
    onSuccess: async () => {
      await demo.refetch();
      onStarted?.();
    },
  });
  const projects = useQuery(countQuery('projects', {}));
  // Sample data in a firm with projects of its own would only be in the way.
  if (projects.data !== 0 || (demo.data && !mayStart.has(demo.data.status))) return null;
  return (
    <div className={style.sample}>
      <p>To look around first, fill the firm with sample data: three years of an invented contractor.</p>
      {start.error && <Failure error={start.error} />}
      {demo.data?.problem && <p>The last attempt stopped: {demo.data.problem}</p>}
      <Button disabled={start.isPending} onClick={() => start.mutate()}>
        Fill with sample data
      </Button>
    </div>
  );
}

/** After a removal, the projects of the sample data are in the trash, so the firm is not filled again. */
const mayStart: ReadonlySet<string> = new Set(['none', 'failed']);

/** The progress of the sample data, if this tab knows that it is on its way. */
export function SampleProgress() {
  const { data } = useQuery({ ...demoQuery, enabled: ({ state }) => state.data?.status === 'running' });
  if (data?.status !== 'running') return null;
  return (
    <label className={style.progress}>
      Sample data is on its way. The board fills as it comes.{' '}
      <progress value={data.done} max={data.total ?? undefined} />
    </label>
  );
}
