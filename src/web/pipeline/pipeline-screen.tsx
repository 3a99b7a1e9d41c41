import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { projects } from '../../resources/projects.ts';
import { useDirectory } from '../data/directory.ts';
import { useFormats } from '../data/formats.ts';
import { listQuery, type Search } from '../lists/address.ts';
import { FilterBar } from '../lists/filters/filter-bar.tsx';
import { parameterFaults } from '../lists/filters/parameter-faults.ts';
import { Failure } from '../parts/failure/failure.tsx';
import { usePrinting } from '../parts/use-printing.ts';
import { Board } from './board.tsx';
import { type CardOrder, cardOrders } from '../pursuits/card-order.ts';
import type { Part } from '../pursuits/cards/part.ts';
import { useLoading, usePursuitCards } from '../pursuits/cards/use-pursuit-cards.ts';
import { SampleProgress } from '../pursuits/sample-data.tsx';
import { arrangementOf, columnsOf, type Grouping, groupings } from './grouping.ts';
import { EmptyBoard } from './empty-board.tsx';
import { PrintedBoard } from './printed-board.tsx';
import { PipelineHead } from './pipeline-head.tsx';
import style from './pipeline-screen.module.css';
import { Strip, stripNames } from './strip.tsx';
import { totalsQuery } from './summary.ts';

const oneOf = <Value extends string>(values: readonly Value[], text: string | undefined): Value =>
  values.find((value) => value === text) ?? (values[0] as Value);

/** The board shows all cards that match. */
const all: Part = { query: {}, has: () => true, perPage: 500, isByPage: false };
const parts = [all];

/** The open pursuits as a board, with what they add up to and what is due. */
export function PipelineScreen() {
  const search = useSearch({ strict: false }) as unknown as Search;
  const navigate = useNavigate();
  const directory = useDirectory();
  const formats = useFormats();
  const { today, day } = formats;
  const grouping: Grouping = oneOf(groupings, search['group']);
  const order: CardOrder = oneOf(cardOrders, search['order']);
  const query = useMemo(() => ({ project_status: 'pursuit', ...listQuery(search) }), [search]);
  const filter = Object.fromEntries(Object.entries(query).filter(([name]) => stripNames.includes(name)));
  const unfiltered = Object.fromEntries(Object.entries(query).filter(([name]) => !stripNames.includes(name)));
  const arrangement = useMemo(() => arrangementOf(grouping, order, today), [grouping, order, today]);
  const cards = usePursuitCards({ query, arrangement, parts });
  const loading = useLoading(cards, all);
  const totals = useQuery(totalsQuery(query, grouping));
  const columns = useMemo(
    () => columnsOf(grouping, { directory, today, weekName: (monday) => `Week of ${day(monday)}` }),
    [grouping, directory, today, day],
  );
  useEffect(() => {
    document.title = 'Pipeline · Plumbline';
  }, []);
  const go = (changes: Record<string, string | undefined>): void =>
    void navigate({ to: '/pipeline', search: { ...search, ...changes } as never, replace: true });
  const onFilter = (next: Search): void =>
    go({ ...Object.fromEntries(stripNames.map((name) => [name, undefined])), ...next });
  const isPrinting = usePrinting();
  const isFiltered = Object.keys(listQuery(search)).length > 0;
  return (
    <>
      <PipelineHead
        {...{ grouping, order, search }}
        onChange={go}
        onOpen={(next) => void navigate({ to: '/pipeline', search: next as never })}
      />
      <Strip query={unfiltered} filter={filter} onFilter={onFilter} />
      <FilterBar
        resource={projects}
        search={search}
        context={{ formats, directory }}
        faults={parameterFaults(loading.kind === 'failed' ? loading.error : null)}
        onChange={go}
      />
      {loading.kind === 'failed' && <Failure error={loading.error} onRetry={() => void cards.load()} />}
      {loading.kind === 'too_many' && (
        <p className={style.line} role="status">
          The board shows the first 10,000 projects. Filter it to see the others.
        </p>
      )}
      <SampleProgress />
      {loading.kind === 'complete' && cards.store.size === 0 && (
        <EmptyBoard isFiltered={isFiltered} onClear={() => void navigate({ to: '/pipeline' })} />
      )}
      {isPrinting ? (
        <PrintedBoard store={cards.store} columns={columns} totals={grouping === 'week' ? undefined : totals.data} />
      ) : (
        <Board cards={cards} query={query} grouping={grouping} columns={columns} totals={totals.data} />
      )}
    </>
  );
}
