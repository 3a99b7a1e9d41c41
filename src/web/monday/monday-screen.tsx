import { useDirectory } from '../data/directory.ts';
import { AsOfNote } from '../lists/as-of/as-of-note.tsx';
import { FilterBar } from '../lists/filters/filter-bar.tsx';
import { parameterFaults } from '../lists/filters/parameter-faults.ts';
import { Failure } from '../parts/failure/failure.tsx';
import { narrow, useMedia } from '../parts/use-media.ts';
import { useTitle } from '../parts/use-title.ts';
import { listQuery, type Search } from '../queries/address.ts';
import { useAddress } from '../queries/use-address.ts';
import { pastReportProjects } from '../reporting/report-projects.ts';
import { Attention } from './attention.tsx';
import { BidsDue } from './bids-due.tsx';
import { Changes } from './changes.tsx';
import { WorkToEarn } from './work-to-earn.tsx';
import { FirstProjects } from './first-projects.tsx';
import { KeyFigures } from './key-figures.tsx';
import { MondayHead } from './monday-head.tsx';
import style from './monday.module.css';
import { PrintedFoot } from './printed-foot.tsx';
import { Pursuits } from './pursuits.tsx';
import { useSinceWords } from './since-button.tsx';
import { Stages } from './stages.tsx';
import { type Monday, useMonday } from './use-monday.ts';
import { useMondayKeys } from './use-monday-keys.ts';
import { usePrint } from './use-print.ts';

/** The firm on one page: the pipeline, why it changed, what is due, and whether the year will be made. */
export function MondayScreen() {
  const { search, change } = useAddress('/monday');
  const { account } = useDirectory();
  const { as_of: asOf, since: sinceInAddress, ...filters } = listQuery(search);
  const page = { filters, asOf };
  const monday = useMonday(page, sinceInAddress);
  const { instant, since, refusal, isSettled } = monday;
  const isNarrow = useMedia(narrow);
  useTitle('Monday');
  // Another week has its own change.
  const onAsOf = (day: string | undefined): void => change({ as_of: day, since: undefined }, false);
  const onPrint = usePrint(isSettled);
  useMondayKeys({ asOf, instant }, { onPrint, onAsOf });
  // The first report reads the present, where more can be filtered than in the past.
  const faults = parameterFaults(refusal ?? monday.pursuits.error);
  return (
    <div className={style.screen}>
      <MondayHead
        {...{ instant, since, asOf, onAsOf, onPrint }}
        timeZone={account.time_zone}
        onSince={(day) => change({ since: day }, false)}
      />
      <div className={style.filters}>
        <FilterBar
          resource={pastReportProjects}
          search={filters}
          faults={faults}
          isFolded={isNarrow && faults.length === 0}
          onChange={change}
        />
      </div>
      <div data-chrome>
        <AsOfNote asOf={asOf} onNow={() => onAsOf(undefined)} />
      </div>
      {refusal === null ? (
        <Content monday={monday} filters={filters} asOf={asOf} />
      ) : (
        <div className={style.state}>
          <Failure error={refusal} />
        </div>
      )}
      {instant && <PrintedFoot {...{ page, instant, since }} />}
    </div>
  );
}

interface ContentProps {
  readonly monday: Monday;
  readonly filters: Search;
  readonly asOf: string | undefined;
}

/** The parts of the page, in the order in which a phone shows them. */
function Content({ monday, filters, asOf }: ContentProps) {
  const words = useSinceWords();
  const { since } = monday;
  const query = { ...filters, ...(asOf && { as_of: asOf }) };
  return (
    <div className={style.frame}>
      <div className={style.parts}>
        <div className={style.figures}>
          <KeyFigures {...monday} />
          {monday.pipeline.data?.total.count === 0 && <FirstProjects />}
        </div>
        <Changes
          {...monday}
          className={style.changes}
          since={since === undefined ? null : words(since)}
          filters={filters}
        />
        <Stages {...monday} className={style.stages} query={query} />
        <WorkToEarn {...monday} className={style.work} />
        <Attention {...monday} className={style.attention} />
        <BidsDue {...monday} className={style.wide} />
        <Pursuits {...monday} className={style.wide} query={query} />
      </div>
    </div>
  );
}
