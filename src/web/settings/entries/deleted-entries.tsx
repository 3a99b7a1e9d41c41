import { useState } from 'react';
import type { Resource } from '../../../resources/resource.ts';
import { useSession } from '../../data/session.ts';
import { Button } from '../../parts/button/button.tsx';
import { Failure } from '../../parts/failure/failure.tsx';
import { useEntries } from './entries-query.ts';
import style from './entry-list.module.css';
import { restoreEntry } from './removal.ts';

/** The deleted records of a small resource, on request. An admin can restore them. */
export function DeletedEntries({ resource }: { readonly resource: Resource }) {
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
