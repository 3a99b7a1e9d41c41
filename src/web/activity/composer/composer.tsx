import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { DraftLine } from '../../create/draft-line.tsx';
import { MentionText } from '../../create/mention-text.tsx';
import { useKeptDraft } from '../../create/use-kept-draft.ts';
import { useConnection } from '../../data/connection.ts';
import { useDirectory } from '../../data/directory.ts';
import { draftOf } from '../../data/drafts.ts';
import { useFormats } from '../../data/formats.ts';
import { attachFiles } from '../../files/given/attach-files.ts';
import { useRecordKeys } from '../../record/page/place.ts';
import { type ComposedEntry, type EditEntry, emptyEntry, type EntrySubject, isEmptyEntry } from './composed-entry.ts';
import style from './composer.module.css';
import { hasBoxFiles, takeBoxFiles } from './box-files.ts';
import { ComposerParts } from './composer-parts.tsx';
import { localFaults, prepareEntry, saidOf } from './prepare-entry.ts';
import { type MadeRecord, sendEntry, showFaults, useBoxState } from './sending.ts';
import { useBoxIntake } from './use-box-intake.ts';

interface Props {
  readonly subject: EntrySubject;
  /** Takes the focus once the entry is sent, or if the person leaves the box with Escape. */
  readonly onLeave: () => void;
}

/**
 * The box on top of a timeline, which writes a note, a call, a meeting or a site visit about the record. It keeps what
 * somebody types until the service has it.
 */
export function Composer({ subject, onLeave }: Props) {
  const { plural, id } = subject.owner;
  const box = `activity-${plural}-${id}`;
  const { isSending, faults } = useBoxState(box);
  const { entry, edit, isOpen, setOpen, restoredAt, discard } = useTypedEntry(box, onLeave);
  const form = useRef<HTMLFormElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const send = useSend(box, entry, subject);
  const { take, ...intake } = useBoxIntake(box, (fault) => {
    setOpen(true);
    showFaults(box, fault === undefined ? {} : { other: fault });
  });
  useRecordKeys({ n: { does: 'Write what happened', act: () => text.current?.focus() } });
  useEffect(() => {
    const isHere = form.current?.contains(document.activeElement) === true;
    if (isHere) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
    else if (event.key === 'Escape') {
      setOpen(!isEmptyEntry(entry) || hasBoxFiles(box));
      onLeave();
    } else return;
    event.preventDefault();
  };
  return (
    <form
      ref={form}
      aria-label="What happened"
      aria-busy={isSending}
      noValidate
      data-chrome
      data-composer={box}
      data-open={isOpen || undefined}
      className={style.box}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={onKeyDown}
      {...intake}
    >
      {restoredAt !== null && <DraftLine at={restoredAt} onDiscard={discard} />}
      <MentionText
        ref={text}
        className={style.text}
        data-open={isOpen || undefined}
        rows={isOpen ? 3 : 1}
        aria-label="Text"
        aria-invalid={faults.text !== undefined}
        placeholder={isOpen ? 'What happened? @ mentions a colleague' : 'What happened?'}
        readOnly={isSending}
        value={entry.text}
        onText={(typed) => edit({ text: typed })}
        onFocus={() => setOpen(true)}
      />
      {isOpen && (
        <ComposerParts
          box={box}
          subject={subject}
          entry={entry}
          isSending={isSending}
          faults={faults}
          onEdit={edit}
          onFiles={(files) => take({ files, folders: [] })}
        />
      )}
      <SendingLine isSending={isSending} />
    </form>
  );
}

/** Says that the entry is on its way, or waits for the connection. */
function SendingLine({ isSending }: { readonly isSending: boolean }) {
  const isOffline = useConnection().kind === 'offline';
  return (
    <p role="status" className="quiet">
      {isSending && (isOffline ? 'It is sent once the connection is back.' : 'Sending…')}
    </p>
  );
}

/** The entry in a box, with its draft. Once it is sent, the box is empty. */
function useTypedEntry(box: string, onLeave: () => void) {
  const { sent, isSending } = useBoxState(box);
  const [draft] = useState(() => draftOf<ComposedEntry>(box));
  const [entry, setEntry] = useState<ComposedEntry>({ ...emptyEntry, ...draft?.values });
  const [restoredAt, setRestoredAt] = useState(draft?.at ?? null);
  const [isOpen, setOpen] = useState(draft !== null || hasBoxFiles(box));
  const [emptied, setEmptied] = useState(sent);
  const end = useKeptDraft(box, entry, !isEmptyEntry(entry));
  const clear = (): void => {
    setEntry(emptyEntry);
    setRestoredAt(null);
  };
  if (emptied !== sent) {
    setEmptied(sent);
    clear();
    setOpen(false);
  }
  const leave = useRef(onLeave);
  useEffect(() => {
    leave.current = onLeave;
  });
  const [first] = useState(sent);
  useEffect(() => {
    const isHere = document.activeElement?.closest(`[data-composer="${box}"]`) !== null;
    if (sent !== first && (isHere || document.activeElement === document.body)) leave.current();
  }, [sent, first, box]);
  const edit: EditEntry = (change) => {
    setEntry((before) => ({ ...before, ...(typeof change === 'function' ? change(before) : change) }));
    showFaults(box, {});
  };
  const discard = (): void => {
    if (isSending) return;
    end();
    clear();
  };
  return { entry, edit, isOpen, setOpen, restoredAt, discard };
}

/** Sends the entry, unless the page itself finds a fault in it. */
function useSend(box: string, entry: ComposedEntry, subject: EntrySubject): () => void {
  const { today, timeZone } = useFormats();
  const directory = useDirectory();
  const isOffline = useConnection().kind === 'offline';
  const navigate = useNavigate();
  return () => {
    const base = { today, timeZone };
    const faults = localFaults(entry, subject, base);
    if (Object.keys(faults).length > 0) {
      showFaults(box, faults);
      return;
    }
    // An entry that waits for the connection keeps the time at which the person wrote it.
    const now = isOffline ? new Date().toISOString() : null;
    void sendEntry(box, {
      typed: JSON.stringify(entry),
      prepare: () => prepareEntry(entry, subject, { base, directory, now }),
      said: saidOf(entry.kind),
      open: (path) => void navigate({ to: path }),
      onMade: (made) => attachBoxFiles(box, made, subject),
    });
  };
}

/** Attaches the files of a box to the note that was made. A call has no files: those of its box go to the record. */
function attachBoxFiles(box: string, { plural, id }: MadeRecord, { owner, record }: EntrySubject): void {
  const files = takeBoxFiles(box);
  if (files.length === 0) return;
  const { name } = record ?? {};
  const target =
    plural === 'notes'
      ? { owner: { plural: 'notes' as const, id }, title: 'the note' }
      : { owner, title: typeof name === 'string' ? name : 'the record' };
  void attachFiles(target, { files, folders: [] });
}
