import { Link } from '@tanstack/react-router';
import type { Import } from './import.ts';
import style from './import.module.css';
import { isReachable, type ImportStep, stepNames, steps } from './steps.ts';

/** The steps of an import. Those that have nothing to show yet, or no longer, are no links. */
export const StepLinks = ({ item, current }: { readonly item: Import; readonly current: ImportStep }) => (
  <nav aria-label="Steps">
    <ol className={style.steps}>
      {steps.map((step, index) => (
        <li key={step} className={style.step} aria-current={step === current ? 'step' : undefined}>
          {isReachable(step, item) ? (
            <Link to={`/import/${item.id}` as never} search={{ step } as never}>
              {index + 1}. {stepNames[step]}
            </Link>
          ) : (
            <span>
              {index + 1}. {stepNames[step]}
            </span>
          )}
        </li>
      ))}
    </ol>
  </nav>
);
