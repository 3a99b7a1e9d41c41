import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../parts/button/button.tsx';
import style from './timeline.module.css';

/** A long text folds after twelve lines. A press shows all of it. */
export function FoldedText({ children }: { readonly children: ReactNode }) {
  const text = useRef<HTMLDivElement>(null);
  const [isLong, setLong] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const element = text.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      // An open text has no limit to be longer than.
      if (element.dataset['folded'] !== undefined) setLong(element.scrollHeight > element.clientHeight + 1);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOpen]);
  return (
    <>
      <div ref={text} className={style.folding} data-folded={isOpen ? undefined : ''}>
        {children}
      </div>
      {(isLong || isOpen) && (
        <Button look="bare" className={style.unfold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : 'Show all'}
        </Button>
      )}
    </>
  );
}
