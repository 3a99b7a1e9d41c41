import { useEffect, useState } from 'react';
import { Button } from '../parts/button/button.tsx';
import { dismiss, type Toast, useToasts } from '../toasts/toasts.ts';
import style from './toast-area.module.css';

const shownMs = 8000;

/** The toasts, at the foot of the page. Screen readers read each as it appears. */
export function ToastArea() {
  const toasts = useToasts();
  return (
    <div className={style.area} role="status" aria-live="polite" data-chrome>
      {toasts.map((toast) => (
        <ShownToast key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ShownToast({ toast: { id, text, isFault, action } }: { readonly toast: Toast }) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    // A fault stays until somebody has read it.
    if (isHeld || isFault) return;
    const timer = setTimeout(() => dismiss(id), shownMs);
    return () => clearTimeout(timer);
  }, [id, isHeld, isFault]);
  return (
    <div
      className={`${style.toast} ${isFault ? style.fault : ''}`}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span>{text}</span>
      {action && (
        <Button
          look="bare"
          onClick={() => {
            dismiss(id);
            action.run();
          }}
        >
          {action.name}
        </Button>
      )}
      <Button look="bare" aria-label="Dismiss" onClick={() => dismiss(id)}>
        ×
      </Button>
    </div>
  );
}
