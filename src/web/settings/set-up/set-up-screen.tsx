import { Link, useNavigate } from '@tanstack/react-router';
import { useSession } from '../../data/session.ts';
import { Button } from '../../parts/button/button.tsx';
import { useTitle } from '../../parts/use-title.ts';
import { SampleData, useSampleOffer } from '../../pursuits/sample-data.tsx';
import { SampleProgress } from '../../pursuits/sample-progress.tsx';
import { useAddressSearch } from '../../queries/use-address.ts';
import { FirmStep } from './firm-step.tsx';
import { PeopleStep } from './people-step.tsx';
import style from './set-up.module.css';
import { StagesStep } from './stages-step.tsx';
import { type SetUpStep, stepAfter, stepNames, stepOf, type StepProps, steps } from './steps.ts';
import { useStepHeading } from '../../parts/use-step-heading.ts';

const screens: Readonly<Record<SetUpStep, (props: StepProps) => React.ReactNode>> = {
  firm: FirmStep,
  stages: StagesStep,
  people: PeopleStep,
  data: DataStep,
};

/** Sets up a new firm in four steps. Each can be skipped, and is stored at once. */
export function SetUpScreen() {
  const step = stepOf(useAddressSearch().step);
  const isAdmin = useSession().user.role === 'admin';
  const navigate = useNavigate();
  const heading = useStepHeading(step);
  useTitle(`${stepNames[step]} · Set-up`);
  const onDone = (): void => {
    const next = stepAfter(step);
    void (next ? navigate({ to: '/set-up', search: { step: next } as never }) : navigate({ to: '/pipeline' }));
  };
  const Screen = screens[step];
  return (
    <div className={style.screen}>
      <h1 ref={heading} tabIndex={-1}>
        Set up your firm
      </h1>
      {isAdmin ? (
        <>
          <p className="quiet">Four short steps. Skip what you like: the settings have all of it.</p>
          <Steps current={step} />
          <Screen key={step} onDone={onDone} />
        </>
      ) : (
        <p>Only an admin of your firm can set it up.</p>
      )}
    </div>
  );
}

const Steps = ({ current }: { readonly current: SetUpStep }) => (
  <nav aria-label="Steps">
    <ol className={style.steps}>
      {steps.map((step, index) => (
        <li key={step} className={style.step} aria-current={step === current ? 'step' : undefined}>
          <Link to="/set-up" search={{ step } as never}>
            {index + 1}. {stepNames[step]}
          </Link>
        </li>
      ))}
    </ol>
  </nav>
);

/** Fills the firm with sample data, imports a file, or starts empty. */
function DataStep({ onDone }: StepProps) {
  const navigate = useNavigate();
  const offer = useSampleOffer();
  const isEmpty = offer === 'offered' || offer === 'unknown';
  return (
    <div className={style.data}>
      <SampleProgress />
      {offer === 'offered' && (
        <div>
          <SampleData onStarted={() => void navigate({ to: '/pipeline' })} />
          <p className="small quiet">You can remove it later: Settings, Data.</p>
        </div>
      )}
      {offer === 'refused' && (
        <p>
          Only a firm that never had a project can be filled with sample data. If you have filled it before, you can
          remove the sample data: Settings, Data.
        </p>
      )}
      <div>
        <p>
          {offer === 'offered' ? 'Or bring' : 'Bring'} in your own projects from a spreadsheet or from another program.
        </p>
        <Button look="filled" onClick={() => void navigate({ to: '/import' })}>
          Import a file
        </Button>
      </div>
      <div>
        <p>{isEmpty ? 'Or begin with your own pursuits.' : 'Or go on with what your firm has.'}</p>
        <Button onClick={onDone}>{isEmpty ? 'Start empty' : 'Go to the pipeline'}</Button>
      </div>
    </div>
  );
}
