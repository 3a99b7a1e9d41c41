import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Search } from '../../queries/address.ts';
import { familyOf } from '../families.ts';
import { ForMembers } from '../for-members.tsx';
import { PastImports } from './past-imports.tsx';
import style from './upload.module.css';
import { useTitle } from '../../parts/use-title.ts';
import { UploadForm } from './upload-form.tsx';

/** Takes a file with records, and lists the imports of the firm. */
export function ImportsScreen() {
  const { as } = useSearch({ strict: false }) as unknown as Search;
  const navigate = useNavigate();
  useTitle('Import');
  return (
    <div className={style.screen}>
      <h1 tabIndex={-1}>Import</h1>
      <ForMembers>
        <p className="quiet">
          Brings in records from a spreadsheet or from another program. You see what would happen before anything
          changes, and you can undo it afterwards.
        </p>
        <UploadForm
          family={familyOf(as)}
          onFamily={(next) => void navigate({ to: '/import', search: { as: next } as never, replace: true })}
        />
        <PastImports />
      </ForMembers>
    </div>
  );
}
