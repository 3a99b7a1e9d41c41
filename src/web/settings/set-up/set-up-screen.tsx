import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSession } from '../../data/session.ts';
import { DataStep } from './data-step.tsx';
import { FirmStep } from './firm-step.tsx';
import { PeopleStep } from './people-step.tsx';
import style from './set-up.module.css';
import { StagesStep } from './stages-step.tsx';
import { type Step, type StepProps, stepAfter, stepNames, stepOf, steps } from './steps.ts';

const screens: Readonly<Record<Step, (props: StepProps) => React.ReactNode>> = {
  firm: FirmStep,
  stages: StagesStep,
  people: PeopleStep,
  data: DataStep,
};

/** Sets up a new firm in four steps. Each can be skipped, and is stored at once. */
export function SetUpScreen() {
  const step = stepOf((useSearch({ strict: false }) as unknown as { readonly step?: string }).step);
  const isAdmin = useSession().user.role === 'admin';
  const navigate = useNavigate();
  const heading = useHeading(step);
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

/** Gives the heading the focus at each step but the first one shown. */
function useHeading(step: Step) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    document.title = `${stepNames[step]} · Set-up · Plumbline`;
    if (shown.current !== step) heading.current?.focus();
    shown.current = step;
  }, [step]);
  return heading;
}

const Steps = ({ current }: { readonly current: Step }) => (
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
