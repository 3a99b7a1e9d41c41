import { lazyRouteComponent } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Resource } from '../../../resources/resource.ts';
import { words } from '../../../resources/in-words.ts';
import { Failure } from '../../parts/failure/failure.tsx';
import { creationName, madeWords } from '../../create/creation.ts';
import { useSession } from '../../data/session.ts';
import { Button } from '../../parts/button/button.tsx';
import { Late } from '../../parts/late.tsx';
import { toast } from '../../toasts/toasts.ts';
import { PageHead } from '../page-head.tsx';
import { type SmallRecord, useEntries } from './entries-query.ts';
import { EntryList } from './entry-list.tsx';
import style from './entry-list.module.css';
import { restoreEntry } from './removal.ts';

interface Props {
  readonly resource: Resource;
  readonly title: string;
  readonly about: ReactNode;
  /** The mark before the name of a record. */
  readonly markOf?: (entries: readonly SmallRecord[]) => (entry: SmallRecord) => ReactNode;
  /** Shows the records in another way than as one list. */
  readonly children?: (entries: readonly SmallRecord[]) => ReactNode;
}

/** A page with all records of a small resource. */
export function EntriesPage({ resource, title, about, markOf, children }: Props) {
  const { entries, error, retry } = useEntries(resource);
  const listed = (all: readonly SmallRecord[]): ReactNode =>
    all.length === 0 ? (
      <p className="quiet">Nothing here yet.</p>
    ) : (
      <EntryList resource={resource} entries={all} label={title} markOf={markOf?.(all)} />
    );
  return (
    <>
      <PageHead title={title} action={<NewEntry resource={resource} />}>
        {about}
      </PageHead>
      {error && <Failure error={error} onRetry={retry} />}
      {entries && (children ?? listed)(entries)}
      <DeletedEntries resource={resource} />
    </>
  );
}

const CreateDialog = lazyRouteComponent(() => import('../../create/create-dialog.tsx'), 'CreateDialog');

/** The button that makes a small record, for admins. */
function NewEntry({ resource }: { readonly resource: Resource }) {
  const isAdmin = useSession().user.role === 'admin';
  const [isOpen, setOpen] = useState(false);
  if (!isAdmin) return null;
  return (
    <>
      <Button look="filled" data-chrome onClick={() => setOpen(true)}>
        New {words(resource)}
      </Button>
      {isOpen && (
        <Late title={creationName(resource)} load={CreateDialog.preload} onClose={() => setOpen(false)}>
          <CreateDialog
            resource={resource}
            given={{}}
            search={{}}
            usual={{}}
            onMade={(_, name) => {
              setOpen(false);
              toast(madeWords(resource, name));
            }}
            onClose={() => setOpen(false)}
          />
        </Late>
      )}
    </>
  );
}

/** The deleted records of a small resource, on request. An admin can restore them. */
function DeletedEntries({ resource }: { readonly resource: Resource }) {
  const isAdmin = useSession().user.role === 'admin';
  const [isOpen, setOpen] = useState(false);
  const { entries, error, retry } = useEntries(resource, 'deleted', isOpen);
  if (!isAdmin) return null;
  return (
    <details className={style.deleted} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Deleted</summary>
      {error && <Failure error={error} onRetry={retry} />}
      {entries?.length === 0 && <p className="quiet">Nothing is deleted.</p>}
      <ul>
        {entries?.map((entry) => (
          <li key={entry.id} className={style.gone}>
            <span>{entry.name}</span>
            <Button look="bare" aria-label={`Restore ${entry.name}`} onClick={() => void restoreEntry(resource, entry)}>
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
