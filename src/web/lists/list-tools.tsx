import { Columns3, Download, Printer } from 'lucide-react';
import { useState } from 'react';
import type { Resource } from '../../resources/resource.ts';
import { create, creationName } from '../create/creation.ts';
import { useSession } from '../data/session.ts';
import type { FieldContext } from '../fields/field-view.ts';
import { Button } from '../parts/button/button.tsx';
import { useKeys } from '../shell/keys.ts';
import type { Search } from './address.ts';
import { ColumnsDialog } from './columns/columns-dialog.tsx';
import { type Column, columnsInAddress } from './columns/columns.ts';
import { CsvDialog } from './csv/csv-dialog.tsx';

interface Props {
  readonly resource: Resource;
  readonly search: Search;
  readonly keys: readonly string[];
  readonly columns: readonly Column[];
  readonly query: Search;
  readonly total: number | null;
  readonly context: Omit<FieldContext, 'field'>;
  readonly onChange: (changes: Record<string, string | undefined>) => void;
}

/** The actions on a list as a whole. */
export function ListTools({ resource, search, keys, columns, query, total, context, onChange }: Props) {
  const [open, setOpen] = useState<'columns' | 'csv' | null>(null);
  const { plural } = resource;
  const { today } = context.formats;
  const canWrite = useSession().user.role !== 'viewer';
  const make = (): void => create(resource);
  useKeys(canWrite ? { c: { does: creationName(resource), act: make } } : {});
  const close = (): void => setOpen(null);
  return (
    <>
      <Button onClick={() => setOpen('columns')}>
        <Columns3 aria-hidden />
        Columns
      </Button>
      <Button onClick={() => setOpen('csv')}>
        <Download aria-hidden />
        CSV
      </Button>
      <Button onClick={() => window.print()}>
        <Printer aria-hidden />
        Print
      </Button>
      {canWrite && (
        <Button look="filled" className="wide-only" aria-keyshortcuts="c" onClick={make}>
          {creationName(resource)}
        </Button>
      )}
      {open === 'columns' && (
        <ColumnsDialog
          {...{ resource, keys }}
          onApply={(chosen) => {
            close();
            onChange(columnsInAddress(resource, chosen, search));
          }}
          onClose={close}
        />
      )}
      {open === 'csv' && (
        <CsvDialog
          file={{ plural, query, columns, context, name: `${plural}-${today}.csv` }}
          {...{ total }}
          onClose={close}
        />
      )}
    </>
  );
}
