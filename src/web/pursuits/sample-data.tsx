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

/** Whether sample data can fill the firm. `unknown` until the service has answered. */
export function useSampleOffer(): 'unknown' | 'offered' | 'running' | 'refused' {
  const demo = useQuery(demoQuery);
  const projects = useQuery(countQuery('projects', {}));
  if (demo.data?.status === 'running') return 'running';
  if (projects.data === undefined) return 'unknown';
  // Sample data in a firm with projects of its own would only be in the way.
  return projects.data === 0 && (!demo.data || mayStart.has(demo.data.status)) ? 'offered' : 'refused';
}

/** After a removal, the projects of the sample data are in the trash, so the firm is not filled again. */
const mayStart: ReadonlySet<string> = new Set(['none', 'failed']);

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
  if (useSampleOffer() !== 'offered') return null;
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
