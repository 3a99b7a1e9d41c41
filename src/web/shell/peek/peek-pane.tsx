import { CatchBoundary } from '@tanstack/react-router';
import {
  type ComponentType,
  lazy,
  type LazyExoticComponent,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { RecordFailure } from '../../record/record-failure.tsx';
import { Place } from '../../record/page/place.ts';
import { useKeys } from '../../keys/keys.ts';
import type { PeekedRecord } from './peek-address.ts';
import style from './peek-pane.module.css';

interface Props {
  readonly peeked: PeekedRecord;
  readonly isSheet: boolean;
  readonly onClose: () => void;
}

const screens: Readonly<Record<string, LazyExoticComponent<ComponentType>>> = {
  projects: lazy(async () => ({ default: (await import('../../projects/project-screen.tsx')).ProjectScreen })),
  companies: lazy(async () => ({ default: (await import('../../companies/company-screen.tsx')).CompanyScreen })),
  contacts: lazy(async () => ({ default: (await import('../../contacts/contact-screen.tsx')).ContactScreen })),
  leads: lazy(async () => ({ default: (await import('../../leads/lead-screen.tsx')).LeadScreen })),
  tasks: lazy(async () => ({ default: (await import('../../tasks/task-screen.tsx')).TaskScreen })),
  calls: lazy(async () => ({ default: (await import('../../calls/call-screen.tsx')).CallScreen })),
  notes: lazy(async () => ({ default: (await import('../../notes/note-screen.tsx')).NoteScreen })),
};

/** A record beside the list that it stands in, with the parts of its page. On a phone it covers the screen. */
export function PeekPane({ peeked, isSheet, onClose }: Props) {
  const { plural, id } = peeked;
  const pane = useRef<HTMLElement>(null);
  const [tab, onTab] = useState<string | null>(null);
  useKeys({ escape: { does: 'Close the record beside the list', act: onClose } });
  useEffect(() => {
    if (isSheet) pane.current?.focus();
  }, [isSheet]);
  const place = useMemo(
    () => ({
      id,
      plural,
      isSheet,
      tab,
      onTab,
      onClose,
      hasFocus: () => isSheet || pane.current?.contains(document.activeElement) === true,
    }),
    [id, plural, isSheet, tab, onClose],
  );
  const Screen = screens[plural];
  return (
    <section
      ref={pane}
      role={isSheet ? 'dialog' : 'complementary'}
      aria-modal={isSheet || undefined}
      aria-label="Selected record"
      tabIndex={-1}
      className={`${style.pane} ${isSheet ? style.sheet : ''}`}
      data-chrome
    >
      <Place value={place}>
        <CatchBoundary
          getResetKey={() => `${plural}/${id}`}
          errorComponent={({ error, reset }) => <RecordFailure error={error} reset={reset} />}
        >
          <Suspense fallback={<p className={style.waiting}>Loading…</p>}>{Screen && <Screen key={id} />}</Suspense>
        </CatchBoundary>
      </Place>
    </section>
  );
}
