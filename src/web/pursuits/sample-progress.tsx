import { useQuery } from '@tanstack/react-query';
import { demoQuery } from './demo-query.ts';
import style from './sample-data.module.css';

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
