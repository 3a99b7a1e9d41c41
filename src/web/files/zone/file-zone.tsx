import { lazyRouteComponent } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import { Late } from '../../parts/late.tsx';
import { usePrepared } from '../../parts/prepared.ts';
import { usePeekPlace, useRecordKeys } from '../../record/page/place.ts';
import { useCanChange } from '../../record/past.ts';
import type { FileOwner } from '../file.ts';
import { attachFiles } from '../given/attach-files.ts';
import type { GivenFiles } from '../given/given-files.ts';
import { type OpenedPhoto, RecordFilesContext } from './record-files.ts';
import style from './file-zone.module.css';
import { useDrop } from './use-drop.ts';
import { usePaste } from './use-paste.ts';

const AttachForm = lazyRouteComponent(() => import('../links/attach-form.tsx'), 'AttachForm');
const PhotoDialog = lazyRouteComponent(() => import('../photos/photo-dialog.tsx'), 'PhotoDialog');

interface Props {
  readonly owner: FileOwner;
  /** The name of the record. */
  readonly title: string;
  /** Whether the record stands beside others: it then takes what is dropped on it, and pasted while the focus is in it. */
  readonly isPart?: boolean;
  readonly children: ReactNode;
}

/** The form that attaches something, once it is open. */
interface OpenedForm {
  readonly address: string;
  /** The element that it stands at. */
  readonly anchor: Element | null;
}

/** A record with files: a person attaches some by a drop or a paste anywhere on it, and looks at the photos. */
export function FileZone({ owner: { plural, id }, title, isPart = false, children }: Props) {
  const zone = useRef<HTMLDivElement>(null);
  const canWrite = useCanChange();
  const isPeeked = usePeekPlace() !== null;
  const [form, setForm] = useState<OpenedForm | null>(null);
  const [photo, setPhoto] = useState<OpenedPhoto | null>(null);
  const owner = useMemo((): FileOwner => ({ plural, id }), [plural, id]);
  const isWhole = !isPart && !isPeeked;
  const actions = useMemo(() => {
    const open = (address: string): void =>
      setForm({ address, anchor: zone.current?.querySelector('[data-attach]') ?? null });
    return {
      open,
      attach: canWrite ? () => open('') : null,
      take: (given: GivenFiles) => void attachFiles({ owner, title }, given),
      showPhoto: setPhoto,
    };
  }, [canWrite, owner, title]);
  usePrepared(canWrite ? AttachForm.preload : undefined, PhotoDialog.preload);
  const isOver = useIntake(zone, { isWhole, canWrite, ...actions });
  return (
    <RecordFilesContext value={actions}>
      <div ref={zone} className={style.zone} data-dropping={isOver || undefined}>
        {children}
      </div>
      {isOver && (
        <p className={style.hint} role="status">
          Drop to attach to <bdi>{title}</bdi>
        </p>
      )}
      {form && (
        <Late title="Attach" load={AttachForm.preload} onClose={() => setForm(null)}>
          <AttachForm owner={owner} title={title} {...form} onClose={() => setForm(null)} />
        </Late>
      )}
      {photo && (
        <Late title="Photos" load={PhotoDialog.preload} onClose={() => setPhoto(null)}>
          <PhotoDialog {...photo} onClose={() => setPhoto(null)} />
        </Late>
      )}
    </RecordFilesContext>
  );
}

interface Intake {
  readonly isWhole: boolean;
  readonly canWrite: boolean;
  readonly attach: (() => void) | null;
  readonly open: (address: string) => void;
  readonly take: (given: GivenFiles) => void;
}

/** The ways in: drop, paste and key. @returns whether files are dragged over the record. */
function useIntake(zone: RefObject<HTMLElement | null>, { isWhole, canWrite, attach, open, take }: Intake): boolean {
  useRecordKeys(
    attach
      ? {
          u: { does: 'Attach a file or an address', act: attach, isCommand: true },
          'ctrl+v': { does: 'Attach what you have copied', act: null },
        }
      : {},
  );
  usePaste(() => canWrite && (isWhole || isNear(zone.current)), { onAddress: open, onFiles: take });
  const isIn = (place: EventTarget | null): boolean => place instanceof Node && zone.current?.contains(place) === true;
  return useDrop((place) => canWrite && (isWhole || isIn(place)), take);
}

/** Whether the focus is in an element, or nowhere. */
const isNear = (element: HTMLElement | null): boolean =>
  document.activeElement === document.body || element?.contains(document.activeElement) === true;
