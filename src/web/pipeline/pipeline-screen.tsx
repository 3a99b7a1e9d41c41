import { useQuery } from '@tanstack/react-query';
import { CatchBoundary } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { projects } from '../../resources/projects.ts';
import { useDirectory } from '../data/directory.ts';
import { useFormats } from '../data/formats.ts';
import { useNow } from '../data/now.ts';
import { listQuery, type Search } from '../queries/address.ts';
import { FilterBar } from '../lists/filters/filter-bar.tsx';
import { parameterFaults } from '../lists/filters/parameter-faults.ts';
import { Failure } from '../parts/failure/failure.tsx';
import { narrow, useMedia } from '../parts/use-media.ts';
import { usePrinting } from '../parts/use-printing.ts';
import { type CardOrder, cardOrders } from '../pursuits/card-order.ts';
import type { Part, PartState } from '../pursuits/cards/part.ts';
import { useIsRead, useLoading, usePursuitCards } from '../pursuits/cards/use-pursuit-cards.ts';
import { demoQuery } from '../pursuits/demo-query.ts';
import { SampleProgress } from '../pursuits/sample-progress.tsx';
import { useSession } from '../data/session.ts';
import { ImportLink } from '../lists/import-link.tsx';
import { Button } from '../parts/button/button.tsx';
import { useTitle } from '../parts/use-title.ts';
import { useCardSubjects } from '../pursuits/cards/use-card-subjects.ts';
import { Board, type BoardProps } from './board.tsx';
import boardStyle from './board.module.css';
import { arrangementOf, columnsOf, type Grouping, groupings } from './grouping.ts';
import { PrintedBoard } from './printed-board.tsx';
import { PipelineHead } from './pipeline-head.tsx';
import style from './pipeline-screen.module.css';
import { Strip, stripNames } from './strip.tsx';
import { totalsQuery } from './summary.ts';
import { useAddress } from '../queries/use-address.ts';

/** Only an empty firm needs it. */
const SampleData = lazy(async () => ({ default: (await import('../pursuits/sample-data.tsx')).SampleData }));

const oneOf = <Value extends string>(values: readonly Value[], text: string | undefined): Value =>
  values.find((value) => value === text) ?? (values[0] as Value);

/** The board shows all cards that match. */
const all: Part = { query: {}, has: () => true, perPage: 500, isByPage: false };
const parts = [all];

/** The open pursuits as a board, with what they add up to and what is due. */
export function PipelineScreen() {
  const { search, open, change: go } = useAddress('/pipeline');
  const directory = useDirectory();
  const { today, day } = useFormats();
  const grouping: Grouping = oneOf(groupings, search['group']);
  const order: CardOrder = oneOf(cardOrders, search['order']);
  const query = useMemo(() => ({ project_status: 'pursuit', ...listQuery(search) }), [search]);
  const filter = Object.fromEntries(Object.entries(query).filter(([name]) => stripNames.includes(name)));
  const unfiltered = Object.fromEntries(Object.entries(query).filter(([name]) => !stripNames.includes(name)));
  const now = useNow();
  // Only the weeks depend on the hour: the other groupings are not arranged again each minute.
  const minute = grouping === 'week' ? now.getTime() : 0;
  const arrangement = useMemo(
    () => arrangementOf(grouping, order, { now: new Date(minute), today }),
    [grouping, order, minute, today],
  );
  const cards = usePursuitCards({ query, arrangement, parts });
  const loading = useLoading(cards, all);
  const totals = useQuery(totalsQuery(query, grouping));
  const isReady = useReady(useIsRead(cards) && !totals.isPending);
  const columns = useMemo(
    () => columnsOf(grouping, { directory, today, weekName: (monday) => `Week of ${day(monday)}` }),
    [grouping, directory, today, day],
  );
  useCardSubjects(cards.store, search);
  useTitle('Pipeline');
  const onFilter = (next: Search): void =>
    go({ ...Object.fromEntries(stripNames.map((name) => [name, undefined])), ...next });
  const faults = parameterFaults(loading.kind === 'failed' ? loading.error : null);
  // A condition that the service refuses stays in sight.
  const isFolded = useMedia(narrow) && faults.length === 0;
  const filters = <FilterBar resource={projects} search={search} faults={faults} isFolded={isFolded} onChange={go} />;
  const isFiltered = Object.keys(listQuery(search)).length > 0;
  return (
    <>
      <PipelineHead grouping={grouping} order={order} search={search} onChange={go} onOpen={open}>
        {isFolded && filters}
      </PipelineHead>
      <div className={style.row}>
        <Strip query={unfiltered} filter={filter} onFilter={onFilter} />
        {!isFolded && filters}
      </div>
      {loading.kind === 'failed' && <Failure error={loading.error} onRetry={() => void cards.load()} />}
      <Lines loading={loading} size={cards.store.size} isFiltered={isFiltered} onClear={() => open({})} />
      <Cards isReady={isReady} cards={cards} query={query} grouping={grouping} columns={columns} totals={totals.data} />
    </>
  );
}

/** The cards on the screen or on paper, as soon as they are read. */
function Cards({ isReady, ...board }: BoardProps & { readonly isReady: boolean }) {
  const { cards, grouping, columns, totals } = board;
  const isPrinting = usePrinting();
  if (!isReady) return <Waiting />;
  if (!isPrinting) return <Board {...board} />;
  const printed = { store: cards.store, grouping, columns };
  return <PrintedBoard {...printed} totals={grouping === 'week' ? undefined : totals} />;
}

/** Heads and cards appear together, so that nothing moves. Once they are there, they stay. */
function useReady(isRead: boolean): boolean {
  const [wasReady, setReady] = useState(isRead);
  if (isRead && !wasReady) setReady(true);
  return isRead || wasReady;
}

const Waiting = () => (
  <div className={boardStyle.waiting} role="status" aria-label="Loading">
    {Array.from({ length: 4 }, (_, index) => (
      <div key={index} />
    ))}
  </div>
);

interface LinesProps extends Props {
  readonly loading: PartState;
  /** The number of cards. */
  readonly size: number;
}

/** The lines above the board: not all cards are there, or none. */
const Lines = ({ loading, size, ...empty }: LinesProps) => (
  <>
    {loading.kind === 'too_many' && (
      <p className={style.line} role="status">
        The board shows the first 10,000 projects. Filter it to see the others.
      </p>
    )}
    <SampleProgress />
    {loading.kind === 'complete' && size === 0 && <EmptyBoard {...empty} />}
  </>
);

interface Props {
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

/**
 * The line on a board without cards. It offers to clear the filters, or to an admin the sample data. While that comes,
 * its progress says enough.
 */
function EmptyBoard({ isFiltered, onClear }: Props) {
  const isAdmin = useSession().user.role === 'admin';
  const demo = useQuery({ ...demoQuery, enabled: isAdmin });
  if (isFiltered) {
    return (
      <p className={style.line}>
        No open pursuit matches these filters. <Button onClick={onClear}>Clear the filters</Button>
      </p>
    );
  }
  if (demo.isLoading || demo.data?.status === 'running') return null;
  return (
    <div className={style.line}>
      <p>No open pursuits yet.</p>
      <ImportLink family="projects" />
      {isAdmin && (
        <CatchBoundary getResetKey={() => 0} errorComponent={() => null}>
          <Suspense>
            <SampleData />
          </Suspense>
        </CatchBoundary>
      )}
    </div>
  );
}
