import { useId, useState } from 'react';
import { resourceOf } from '../../../resources/index.ts';
import { useFormats } from '../../data/formats.ts';
import { counted } from '../../fields/nouns.ts';
import { Button } from '../../parts/button/button.tsx';
import { Failure } from '../../parts/failure/failure.tsx';
import { Labelled } from '../../parts/field/labelled.tsx';
import style from './data.module.css';
import { type ArchiveRestore, RestoreFailed, sendArchive, type ArchiveProgress } from './send-archive.ts';

/** Restores an archive into this account, which must have no records. */
export function RestoreArchive() {
  const [file, setFile] = useState<File | null>(null);
  const [stage, setStage] = useState<ArchiveProgress | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [restored, setRestored] = useState<ArchiveRestore | null>(null);
  if (restored) return <Outcome restored={restored} />;
  const send = async (): Promise<void> => {
    if (file === null || stage !== null) return;
    setError(null);
    setStage({ name: 'upload', share: 0 });
    try {
      setRestored(await sendArchive(file, setStage));
    } catch (fault) {
      setError(fault);
    } finally {
      setStage(null);
    }
  };
  return (
    <div className={style.part}>
      <p>
        The account must have no records yet. The archive replaces its lists, its users and their sign-ins, yours too:
        afterwards you get a link with which an admin of the archive sets a password. Records keep their ids.
      </p>
      <form
        className={style.part}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Labelled label="Archive">
          {(input) => (
            <input
              {...input}
              type="file"
              accept=".gz,.tgz,application/gzip"
              disabled={stage !== null}
              onChange={({ target }) => {
                setFile(target.files?.[0] ?? null);
                setError(null);
              }}
            />
          )}
        </Labelled>
        {error !== null && <Reason error={error} />}
        <Button type="submit" disabled={file === null || stage !== null}>
          Restore the archive
        </Button>
      </form>
      {stage && <Progress stage={stage} />}
    </div>
  );
}

const Reason = ({ error }: { readonly error: unknown }) =>
  error instanceof RestoreFailed ? (
    <p role="alert">The restore failed and changed nothing. {error.message}</p>
  ) : (
    <Failure error={error} />
  );

function Progress({ stage: { name, share } }: { readonly stage: ArchiveProgress }) {
  const id = useId();
  const percent = Math.floor(share * 100);
  return (
    <>
      <p id={id} role="status">
        {name === 'upload' ? `Sending the archive: ${percent} %` : `Restoring the records: ${percent} %`}
      </p>
      <progress className={style.progress} aria-labelledby={id} value={share} max={1} />
    </>
  );
}

const families = ['projects', 'companies', 'contacts', 'leads', 'tasks', 'calls', 'users'] as const;

/** The restored firm, and the way in. The session of this page has ended. */
function Outcome({ restored }: { readonly restored: ArchiveRestore }) {
  const formats = useFormats();
  const { from, rows, admin, password_link: link } = restored;
  const made = families.flatMap((plural) => {
    const number = rows[plural] ?? 0;
    return number === 0 ? [] : [counted(number, resourceOf(plural), formats)];
  });
  return (
    <div className={style.part}>
      <p role="status">
        <strong>{from.name}</strong> is restored: {made.join(', ') || 'it had no records'}.
      </p>
      {admin && link ? (
        <>
          <p>
            Set the password of {admin.name ?? admin.email} ({admin.email}) to sign in. The link works once, for 72
            hours.
          </p>
          <p>
            <a className="link standing" href={link.url}>
              Set the password and sign in
            </a>
          </p>
        </>
      ) : (
        <p>The archive has no admin. Create one with “plumbline user create”.</p>
      )}
    </div>
  );
}
