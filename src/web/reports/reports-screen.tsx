import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useMatch, useParams } from '@tanstack/react-router';
import { momentInFirm } from '../data/directory.ts';
import { useFormats } from '../data/formats.ts';
import { useViewContext } from '../fields/use-view-context.ts';
import { AsOfButton } from '../lists/as-of/as-of-button.tsx';
import { dayOf } from '../lists/as-of/as-of-days.ts';
import { AsOfNote } from '../lists/as-of/as-of-note.tsx';
import { FilterBar } from '../lists/filters/filter-bar.tsx';
import { parameterFaults } from '../lists/filters/parameter-faults.ts';
import { Button } from '../parts/button/button.tsx';
import { Failure } from '../parts/failure/failure.tsx';
import { PrintButton } from '../parts/print-button.tsx';
import head from '../parts/screen-head.module.css';
import tabs from '../parts/tab-links.module.css';
import { narrow, useMedia } from '../parts/use-media.ts';
import { useTitle } from '../parts/use-title.ts';
import { Waiting } from '../parts/waiting/waiting.tsx';
import { isFiltered, listQuery, type Search } from '../queries/address.ts';
import { useAddress, useAddressSearch } from '../queries/use-address.ts';
import { FigureScreen } from './figure-screen.tsx';
import { FileLinks } from './file-links.tsx';
import { dimensionOf } from './groups.ts';
import { namesOf, Parameters } from './parameters.tsx';
import { PrintedHead } from './report-paper.tsx';
import type { ReportHead, ReportKind } from './report-kind.ts';
import { reportKinds } from './report-kinds.ts';
import { reportProjectsOf } from '../reporting/report-projects.ts';
import shown from '../reporting/answer.module.css';
import { reportQuery } from './report-query.ts';
import { ReportSection } from './report-section.tsx';
import style from './reports.module.css';

/** The reports of the service, a tab for each. The address is the query of the report. */
export function ReportsScreen() {
  const { name } = useParams({ strict: false }) as unknown as { readonly name?: string };
  const kind = reportKinds.find((one) => one.name === name);
  const [first] = reportKinds;
  if (kind) return <NamedScreen kind={kind} />;
  return first && <Begin kind={first} />;
}

/** Goes to a report as its tab does, with the query of the address. Back skips what was left. */
function Begin({ kind, search = {} }: { readonly kind: ReportKind; readonly search?: Search }) {
  const formats = useFormats();
  const begin = kind.begin(dayOf(search['to'] ?? '', formats) ?? formats.today);
  return <Navigate to={`/reports/${kind.name}` as never} search={{ ...begin, ...search } as never} replace />;
}

/** A report, or the projects behind a figure of it that no other list has. */
function NamedScreen({ kind }: { readonly kind: ReportKind }) {
  // The location changes before the query of the screen does, but a match has both.
  const isList = useMatch({ strict: false, select: ({ pathname }) => pathname.endsWith('/projects') });
  const search = useAddressSearch();
  if (isList && kind.projects) return <FigureScreen key={kind.name} kind={kind} show={kind.projects} />;
  if (kind.isBetween && search['from'] === undefined) return <Begin kind={kind} search={search} />;
  return <ReportScreen key={kind.name} kind={kind} />;
}

function ReportScreen({ kind }: { readonly kind: ReportKind }) {
  const { search, open, change } = useAddress(`/reports/${kind.name}`);
  const answer = useQuery(reportQuery(kind.name, { ...kind.always, ...listQuery(search) }));
  const isNarrow = useMedia(narrow);
  useTitle(`${kind.title} · Reports`);
  const own = [...(kind.isBetween ? [] : ['as_of']), ...namesOf(kind.parameters)];
  const filters = Object.fromEntries(Object.entries(search).filter(([name]) => !own.includes(name)));
  const faults = parameterFaults(answer.error);
  const clear = (): void => open(Object.fromEntries(own.map((name) => [name, search[name]])));
  const showAsOf = (asOf: string | undefined): void => change({ as_of: asOf, page: undefined }, false);
  const isFolded = isNarrow && faults.length === 0;
  return (
    <div className={style.screen}>
      <PrintedHead kind={kind} search={search} report={answer.data} />
      <header className={head.head}>
        <h1 tabIndex={-1}>Reports</h1>
        {answer.data && <p className={head.count}>{instantsOf(answer.data)}</p>}
        {!isNarrow && (
          <div className={head.tools} data-chrome>
            {answer.isSuccess && <FileLinks name={kind.name} query={listQuery(search)} />}
            <PrintButton />
          </div>
        )}
      </header>
      <ReportTabs filters={filters} asOf={kind.isBetween ? search['to'] : search['as_of']} />
      <div className={style.parameters}>
        <div className={style.controls} role="group" aria-label="Parameters" data-chrome>
          {!kind.isBetween && <AsOfButton asOf={search['as_of']} onChange={showAsOf} />}
          <Parameters kind={kind} search={search} report={answer.data} onChange={(changes) => change(changes, false)} />
        </div>
        <FilterBar
          resource={reportProjectsOf(kind)}
          search={filters}
          faults={faults}
          isFolded={isFolded}
          onChange={change}
        />
      </div>
      {!kind.isBetween && <AsOfNote asOf={search['as_of']} onNow={() => showAsOf(undefined)} />}
      <div className={`${style.content} ${shown.answer}`} aria-busy={answer.isPlaceholderData}>
        <p className={style.about}>{kind.about}</p>
        <Content kind={kind} search={search} filters={filters} answer={answer} onClear={clear} />
      </div>
    </div>
  );
}

/** `As of Mar 29, 2026, 11:59 PM`, or the two instants of a report between them. */
function instantsOf({ as_of: asOf, from = '', to = '' }: ReportHead): string {
  const moment = (instant: string): string => momentInFirm(new Date(instant));
  return asOf === undefined ? `${moment(from)} – ${moment(to)}` : `As of ${moment(asOf)}`;
}

interface TabsProps {
  readonly filters: Search;
  readonly asOf: string | undefined;
}

/** The reports by name. Another report keeps the filters, and the instant: it is the end of a report between two. */
function ReportTabs({ filters, asOf = '' }: TabsProps) {
  const formats = useFormats();
  const day = dayOf(asOf, formats) ?? formats.today;
  const instantOf = ({ isBetween }: ReportKind): Search => (asOf === '' ? {} : { [isBetween ? 'to' : 'as_of']: asOf });
  return (
    <nav aria-label="Reports" className={style.tabs} data-chrome>
      {reportKinds.map((kind) => (
        <Link
          key={kind.name}
          to={`/reports/${kind.name}` as never}
          search={{ ...filters, ...instantOf(kind), ...kind.begin(day) } as never}
          className={tabs.link}
          activeOptions={{ includeSearch: false }}
        >
          {kind.tab}
        </Link>
      ))}
    </nav>
  );
}

interface ContentProps {
  readonly kind: ReportKind;
  readonly search: Search;
  readonly filters: Search;
  readonly answer: {
    readonly data: ReportHead | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  readonly onClear: () => void;
}

/** The parts of the report, or why there are none. */
function Content({ kind, search, filters, answer: { data, error, refetch }, onClear }: ContentProps) {
  const context = useViewContext();
  if (error !== null) {
    const isMarked = parameterFaults(error).some(({ parameter = '' }) => parameter in filters);
    return (
      <div className={style.state}>
        {isMarked ? (
          <p role="alert">The service refuses what is marked. Change it or take it away to see the report.</p>
        ) : (
          <Failure error={error} onRetry={() => void refetch()} />
        )}
        {isFiltered(filters) && <Button onClick={onClear}>Clear the filters</Button>}
      </div>
    );
  }
  if (data === undefined) return <Waiting />;
  const dimension = dimensionOf(data.group_by, context.directory);
  const sections = kind.sections(data, { ...context, dimension, search });
  const isEmpty = sections[0]?.rows.length === 0;
  return (
    <>
      {isEmpty && isFiltered(filters) && (
        <div className={style.state}>
          <p>No project of this report matches the filters.</p>
          <Button onClick={onClear}>Clear the filters</Button>
        </div>
      )}
      {sections.map((section) => (
        <ReportSection key={section.title} {...section} />
      ))}
    </>
  );
}
