import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { projects } from '../../resources/projects.ts';
import { useFormats } from '../data/formats.ts';
import { readList, type RecordPage, withTotal } from '../data/records.ts';
import { counted } from '../fields/nouns.ts';
import { useViewContext } from '../fields/use-view-context.ts';
import { AsOfNote } from '../lists/as-of/as-of-note.tsx';
import { useAsOfWords } from '../lists/as-of/use-as-of-words.ts';
import { FilterBar } from '../lists/filters/filter-bar.tsx';
import { parameterFaults } from '../lists/filters/parameter-faults.ts';
import { Button } from '../parts/button/button.tsx';
import { Failure } from '../parts/failure/failure.tsx';
import { PathLink } from '../parts/path-link.tsx';
import { PrintButton } from '../parts/print-button.tsx';
import head from '../parts/screen-head.module.css';
import { narrow, useMedia } from '../parts/use-media.ts';
import { useTitle } from '../parts/use-title.ts';
import { Waiting } from '../parts/waiting/waiting.tsx';
import { listQuery, type Search, writeSearch } from '../queries/address.ts';
import { useAddress } from '../queries/use-address.ts';
import { FileLinks } from './file-links.tsx';
import { dimensionOf } from './groups.ts';
import { namesOf } from './parameters.tsx';
import type { Figure, FigureList, ReportKind } from './report-kind.ts';
import { reportProjectsOf } from '../reporting/report-projects.ts';
import { reportQuery } from './report-query.ts';
import { ReportSection } from './report-section.tsx';
import style from './reports.module.css';

const perPage = 100;

const entriesQuery = (list: string, query: Search) =>
  infiniteQueryOptions({
    queryKey: ['projects', 'report', list, query],
    initialPageParam: `/reports/${list}`,
    queryFn: async ({ pageParam, signal }): Promise<RecordPage<unknown>> => {
      const first = { query: { per_page: String(perPage), ...query }, headers: withTotal };
      return await readList('projects', { path: pageParam, signal, ...(pageParam === `/reports/${list}` && first) });
    },
    getNextPageParam: ({ next }) => next,
  });

/** The parameters of a figure; the others are those of the report. All are sent: `group` is not that of a board here. */
const ofFigure = ['line', 'reason', 'bucket', 'group', 'group[is_null]', 'page', 'per_page'];

interface Props {
  readonly kind: ReportKind;
  readonly show: NonNullable<ReportKind['projects']>;
}

/** The projects behind a figure of a report that no list of projects has. The address is the query of the service. */
export function FigureScreen({ kind, show }: Props) {
  const name = `${kind.name}/projects` as const;
  const { search, change } = useAddress(`/reports/${name}`);
  const answer = useInfiniteQuery(entriesQuery(name, search));
  const ofReport = without(search, ofFigure);
  const list = useList(answer.data, {
    show,
    search,
    report: useQuery(reportQuery(kind.name, listQuery(ofReport))).data,
  });
  const filters = without(ofReport, ['as_of', ...namesOf(kind.parameters)]);
  return (
    <div className={style.screen}>
      <ListHead
        name={name}
        search={search}
        list={list}
        total={answer.data?.pages[0]?.total ?? null}
        isWhole={answer.isSuccess && !answer.hasNextPage}
      />
      <div className={style.parameters}>
        <FilterBar
          resource={reportProjectsOf(kind)}
          search={filters}
          faults={parameterFaults(answer.error)}
          onChange={change}
        />
      </div>
      <AsOfNote asOf={search['as_of']} onNow={() => change({ as_of: undefined })} />
      <div className={style.content}>
        {list.about && <p className={style.about}>{list.about}</p>}
        <p className={style.about} data-chrome>
          <PathLink path={`/reports/${kind.name}${writeSearch(ofReport)}`} className="link standing">
            Back to the report
          </PathLink>
        </p>
        {answer.error && <Failure error={answer.error} onRetry={() => void answer.refetch()} />}
        {answer.isPending && <Waiting />}
        {answer.isSuccess && <ReportSection {...list.section} />}
        {answer.hasNextPage && (
          <Button disabled={answer.isFetchingNextPage} onClick={() => void answer.fetchNextPage()}>
            Show more
          </Button>
        )}
      </div>
    </div>
  );
}

const without = (search: Search, names: readonly string[]): Search =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !names.includes(name)));

interface ListOf extends Pick<Figure, 'search' | 'report'> {
  readonly show: Props['show'];
}

/** The list of the rows that are read. */
function useList(data: { readonly pages: readonly RecordPage<unknown>[] } | undefined, { show, ...of }: ListOf) {
  const instant = useAsOfWords();
  const context = useViewContext();
  const dimension = dimensionOf(of.search['group_by'], context.directory);
  const entries = data?.pages.flatMap(({ rows }) => rows) ?? [];
  return show({ ...of, entries, instant, context: { ...context, dimension, search: of.search } });
}

interface HeadProps {
  readonly name: `${ReportKind['name']}/projects`;
  readonly search: Search;
  readonly list: FigureList;
  /** The number of projects; null until it is known. */
  readonly total: number | null;
  /** Whether all of them are read, so that their sums are known. */
  readonly isWhole: boolean;
}

function ListHead({ name, search, list: { title, sums }, total, isWhole }: HeadProps) {
  const formats = useFormats();
  const isNarrow = useMedia(narrow);
  useTitle(`${title} · Reports`);
  return (
    <header className={head.head}>
      <h1 tabIndex={-1}>{title}</h1>
      <p role="status" className={head.count}>
        {total !== null && counted(total, projects, formats)}
      </p>
      {isWhole &&
        sums.map(({ amount, words }) => (
          <p key={words} className={head.count}>
            {formats.money(amount)} {words}
          </p>
        ))}
      {!isNarrow && (
        <div className={head.tools} data-chrome>
          <FileLinks name={name} query={search} />
          <PrintButton />
        </div>
      )}
    </header>
  );
}
