import { Button } from '../../parts/button/button.tsx';
import style from './set-up.module.css';

interface Props {
  readonly onSkip?: () => void;
  /** Without it, the button sends the form around it. */
  readonly onContinue?: () => void;
  readonly isBusy?: boolean;
}

/** The buttons at the foot of a step. */
export const StepFoot = ({ onSkip, onContinue, isBusy = false }: Props) => (
  <div className={style.foot}>
    <Button look="filled" type={onContinue ? 'button' : 'submit'} disabled={isBusy} onClick={onContinue}>
      Continue
    </Button>
    {onSkip && (
      <Button look="bare" onClick={onSkip}>
        Skip this step
      </Button>
    )}
  </div>
);
