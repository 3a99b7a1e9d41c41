import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { nameOf } from '../data/directory.ts';
import { useFormats } from '../data/formats.ts';
import { choiceName } from '../../resources/labels.ts';
import type { Search } from '../queries/address.ts';
import { Failure } from '../parts/failure/failure.tsx';
import { useTitle } from '../parts/use-title.ts';
import { FileStep } from './file/file-step.tsx';
import { ForMembers } from './for-members.tsx';
import { type Import, importQuery, isWithoutFile } from './import.ts';
import style from './import.module.css';
import { MapStep } from './map/map-step.tsx';
import { CheckStep } from './run/check-step.tsx';
import { ReportStep } from './run/report-step.tsx';
import { WithoutFile } from './run/without-file.tsx';
import { Working } from './run/working.tsx';
import { stateInWords } from './state-words.ts';
import { type ImportStep, stepNames, stepOf } from './steps.ts';
import { StepLinks } from './step-links.tsx';
import { useStepHeading } from '../parts/use-step-heading.ts';

const screens: Readonly<Record<ImportStep, (props: { readonly item: Import }) => React.ReactNode>> = {
  file: FileStep,
  map: MapStep,
  check: CheckStep,
  run: Running,
  report: ReportStep,
};

/** One import, from its file to its report. Its state decides the step, unless the address names one. */
export function ImportScreen() {
  const { id = '' } = useParams({ strict: false });
  return (
    <div className={style.screen}>
      <p>
        <Link to="/import" className={style.link}>
          All imports
        </Link>
      </p>
      <ForMembers>
        <Loaded key={id} id={id} />
      </ForMembers>
    </div>
  );
}

function Loaded({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(importQuery(id));
  if (data) return <Shown item={data} error={error} />;
  return (
    <>
      <h1 tabIndex={-1}>Import</h1>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
    </>
  );
}

function Shown({ item, error }: { readonly item: Import; readonly error: Error | null }) {
  const { step: asked } = useSearch({ strict: false }) as unknown as Search;
  const { moment } = useFormats();
  const step = stepOf(asked, item);
  const heading = useStepHeading(step);
  useTitle(`${stepNames[step]} · ${item.name}`);
  const Screen = isWithoutFile(item) ? WithoutFile : screens[step];
  return (
    <>
      <header className={style.head}>
        <h1 ref={heading} tabIndex={-1} dir="auto">
          {item.name}
        </h1>
        <p className="quiet">
          {choiceName(item.as)} · {stateInWords(item)} ·{' '}
          <time dateTime={item.created_at}>{moment(item.created_at)}</time> by {nameOf(item.created_by)}
        </p>
      </header>
      <StepLinks item={item} current={step} />
      {error && <Failure error={error} />}
      <Screen key={step} item={item} />
    </>
  );
}

/** The run, which goes on without the page. */
function Running({ item }: { readonly item: Import }) {
  return (
    <Working item={item} label="Import">
      You can leave this page and come back. If you cancel, the rows so far stay, and you can undo them.
    </Working>
  );
}
