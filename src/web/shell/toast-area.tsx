import { useEffect, useRef, useState } from 'react';
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

function ShownToast({ toast: { id, text, isFault, isProgress = false, action } }: { readonly toast: Toast }) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    // A fault stays until somebody has read it.
    if (isHeld || isFault || isProgress) return;
    const timer = setTimeout(() => dismiss(id), shownMs);
    return () => clearTimeout(timer);
  }, [id, isHeld, isFault, isProgress]);
  const before = useRef<EventTarget | null>(null);
  const leave = (): void => {
    const isInside = document.activeElement?.closest('[role="status"]') !== null;
    const target = before.current instanceof HTMLElement && before.current.isConnected ? before.current : main();
    if (isInside) target?.focus({ preventScroll: true });
    dismiss(id);
  };
  return (
    <div
      className={`${style.toast} ${isFault ? style.fault : ''}`}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        setHeld(true);
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
      }}
      onBlur={() => setHeld(false)}
    >
      <span>{text}</span>
      {action && (
        <Button
          look="bare"
          onClick={() => {
            leave();
            action.run();
          }}
        >
          {action.name}
        </Button>
      )}
      <Button look="bare" aria-label="Dismiss" onClick={leave}>
        ×
      </Button>
    </div>
  );
}

const main = (): HTMLElement | null => document.getElementById('main');
