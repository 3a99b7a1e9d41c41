import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Operations } from '../../../client/operations.ts';
import { Refused } from '../../../client/problem.ts';
import { resourceOf } from '../../../resources/index.ts';
import { api } from '../../data/api.ts';
import { useFormats } from '../../data/formats.ts';
import { counted } from '../../fields/nouns.ts';
import { Button } from '../../parts/button/button.tsx';
import { Failure } from '../../parts/failure/failure.tsx';
import { demoQuery } from '../../pursuits/demo-query.ts';
import { SettingsSection } from '../settings-section.tsx';
import style from './data.module.css';

type Demo = Operations['GET /account/demo']['data']['demo'];

/** The sample data of the firm, if it has some: removed on request, with the progress and the outcome. */
export function RemoveSample() {
  const { data } = useQuery(demoQuery);
  const state = data && states[data.status];
  if (!state) return null;
  return (
    <SettingsSection title="Sample data">
      <div className={style.part}>{state(data)}</div>
    </SettingsSection>
  );
}

const states: Readonly<Partial<Record<Demo['status'], (demo: Demo) => ReactNode>>> = {
  complete: ({ records }) => <Removal records={records} />,
  failed: ({ records }) => <Removal records={records} />,
  removing: ({ done, total }) => (
    <label>
      The sample data is being removed. <progress className={style.progress} value={done} max={total ?? undefined} />
    </label>
  ),
  removed: (demo) => <Removed demo={demo} />,
};

function Removed({ demo: { done, problem } }: { readonly demo: Demo }) {
  const { count } = useFormats();
  return (
    <p role="status">
      The sample data is removed: {count(done)} records are in the trash. {problem}
    </p>
  );
}

/** Says what the sample data made, and names what people have changed or use before it removes that too. */
function Removal({ records }: Pick<Demo, 'records'>) {
  const formats = useFormats();
  const { refetch } = useQuery(demoQuery);
  const remove = useMutation({
    mutationFn: (isConfirmed: boolean) =>
      api.send('DELETE /account/demo', { query: isConfirmed ? { confirm: 'changed' } : {} }),
    onSuccess: () => refetch(),
  });
  const made = Object.entries(records).map(([plural, count]) => counted(count, resourceOf(plural), formats));
  const kept = keptIn(remove.error);
  const isRefused = kept.length > 0;
  return (
    <>
      <p>
        Removes what the sample data made{made.length > 0 && `: ${made.join(', ')}`}. Your own records stay. If people
        have changed some of these records, or use them, the page names them first.
      </p>
      {isRefused && <KeptRecords kept={kept} />}
      {remove.error && !isRefused && <Failure error={remove.error} />}
      <Button disabled={remove.isPending} onClick={() => remove.mutate(isRefused)}>
        {isRefused ? 'Remove these records too' : 'Remove the sample data'}
      </Button>
    </>
  );
}

/** The records that people have changed or use, by the refusal of the removal. */
const keptIn = (error: unknown): Refused['problems'] =>
  error instanceof Refused ? error.problems.filter(({ parameter }) => parameter === 'confirm') : [];

const mostShown = 20;

function KeptRecords({ kept }: { readonly kept: Refused['problems'] }) {
  const { count } = useFormats();
  return (
    <div role="alert">
      <p>Nothing is removed yet. People have changed or use these records:</p>
      <ul>
        {kept.slice(0, mostShown).map((one) => (
          <li key={one.message}>{inWords(one)}</li>
        ))}
        {kept.length > mostShown && <li>and {count(kept.length - mostShown)} more</li>}
      </ul>
    </div>
  );
}

/** `Oak Tower, a project: changed` */
function inWords({ code, ...one }: Refused['problems'][number]): string {
  const { resource, name, id } = one as { resource?: unknown; name?: unknown; id?: unknown };
  const kind = typeof resource === 'string' ? resourceOf(resource).singular.replaceAll('_', ' ') : '';
  const title = typeof name === 'string' ? name : `Number ${String(id)}`;
  return `${title} (${kind}): ${code === 'in_use' ? 'in use' : 'changed'}`;
}
