import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../parts/button/button.tsx';
import { SampleData, SampleProgress } from '../../pursuits/sample-data.tsx';
import style from './set-up.module.css';
import type { StepProps } from './steps.ts';

/** Fills the firm with sample data, imports a file, or starts empty. */
export function DataStep({ onDone }: StepProps) {
  const navigate = useNavigate();
  return (
    <div className={style.data}>
      <SampleProgress />
      <div>
        <SampleData look="filled" onStarted={() => void navigate({ to: '/pipeline' })} />
        <p className="small quiet">You cannot remove the sample data in one step.</p>
      </div>
      <div>
        <p>Or bring in your own projects from a spreadsheet or from another program.</p>
        <Button onClick={() => void navigate({ to: '/import' })}>Import a file</Button>
      </div>
      <div>
        <p>Or begin with your own pursuits.</p>
        <Button onClick={onDone}>Start empty</Button>
      </div>
    </div>
  );
}
