import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { usePeekPlace, useRecordKeys } from '../../record/page/place.ts';
import { useCanChange } from '../../record/past.ts';
import type { FileOwner } from '../file.ts';
import { AttachForm } from '../links/attach-form.tsx';
import { RecordFilesContext } from './record-files.ts';
import { usePaste } from './use-paste.ts';
import style from './file-zone.module.css';

interface Props {
  readonly owner: FileOwner;
  /** The name of the record. */
  readonly title: string;
  /** Whether the record stands beside others: it then takes what is pasted while the focus is in it, or nowhere. */
  readonly isPart?: boolean;
  readonly children: ReactNode;
}

/** The form that attaches an address, once it is open. */
interface OpenedForm {
  readonly address: string;
  /** The element that it stands at. */
  readonly anchor: Element | null;
}

/** A record to which a person attaches files: by a paste anywhere on it, or by a button in it. */
export function FileZone(props: Props) {
  return useCanChange() ? <OpenZone {...props} /> : props.children;
}

function OpenZone({ owner: { plural, id }, title, isPart = false, children }: Props) {
  const isPeeked = usePeekPlace() !== null;
  const zone = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<OpenedForm | null>(null);
  const owner = useMemo((): FileOwner => ({ plural, id }), [plural, id]);
  const open = (address: string): void =>
    setOpened({ address, anchor: zone.current?.querySelector('[data-attach]') ?? null });
  const attach = useCallback((): void => open(''), []);
  useRecordKeys({
    u: { does: 'Attach a file or an address', act: attach, isCommand: true },
    'ctrl+v': { does: 'Attach what you have copied', act: null },
  });
  const isMeant = (): boolean => !(isPart || isPeeked) || isNear(zone.current);
  usePaste(isMeant, { onAddress: open });
  return (
    <RecordFilesContext value={useMemo(() => ({ attach }), [attach])}>
      <div ref={zone} className={style.zone}>
        {children}
      </div>
      {opened && <AttachForm owner={owner} title={title} {...opened} onClose={() => setOpened(null)} />}
    </RecordFilesContext>
  );
}

/** Whether the focus is in an element, or nowhere. */
const isNear = (element: HTMLElement | null): boolean =>
  document.activeElement === document.body || element?.contains(document.activeElement) === true;
