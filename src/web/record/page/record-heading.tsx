import { Link } from '@tanstack/react-router';
import { ArrowLeft, X } from '../../parts/icons/icons.tsx';
import type { ReactNode } from 'react';
import { RecordLink } from '../../parts/record-link.tsx';
import { Button } from '../../parts/button/button.tsx';
import { cameFrom } from './came-from.ts';
import { usePeekPlace } from './place.ts';
import style from './record-page.module.css';

interface Props {
  readonly plural: string;
  readonly id: string;
  readonly title: string;
  /** The actions on the record. */
  readonly children: ReactNode;
}

/** The name of a record, and the way back. Beside a list, the heading leads to the page of the record. */
export function RecordHeading({ plural, id, title, children }: Props) {
  const peek = usePeekPlace();
  if (peek === null) {
    return (
      <>
        <Back plural={plural} />
        <div className={style.title}>
          <h1 dir="auto">{title}</h1>
          {children}
        </div>
      </>
    );
  }
  return (
    <>
      <div className={style.peekBar}>
        <PeekClose />
        {children}
      </div>
      <h2 className={style.peekTitle} dir="auto">
        <RecordLink plural={plural} id={id}>
          {title}
        </RecordLink>
      </h2>
    </>
  );
}

/** Leads to the screen that the person came from. */
export function Back({ plural }: { readonly plural: string }) {
  const { pathname, search, name } = cameFrom(plural);
  return (
    <Link to={pathname as '/pipeline'} search={search as never} className={`link ${style.back}`} data-chrome>
      {name}
    </Link>
  );
}

/** Closes the record beside a list. */
export function PeekClose() {
  const peek = usePeekPlace();
  if (peek === null) return null;
  return (
    <Button look="bare" data-close aria-label={peek.isSheet ? 'Back' : 'Close'} onClick={peek.onClose}>
      {peek.isSheet ? <ArrowLeft aria-hidden /> : <X aria-hidden />}
      {peek.isSheet && 'Back'}
    </Button>
  );
}
