import { CheckCheck, Columns3, Download, Ellipsis, Printer } from 'lucide-react';
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
import style from './list-screen.module.css';
import { type ListTool, ToolsSheet } from './tools-sheet.tsx';

interface Props {
  readonly resource: Resource;
  readonly title: string;
  readonly search: Search;
  readonly keys: readonly string[];
  readonly columns: readonly Column[];
  readonly query: Search;
  readonly total: number | null;
  readonly context: Omit<FieldContext, 'field'>;
  /** Whether the actions are folded into one button. */
  readonly isFolded: boolean;
  /** Begins to select rows, where that is an action of its own. */
  readonly onSelect: (() => void) | null;
  readonly onChange: (changes: Record<string, string | undefined>) => void;
}

/** The actions on a list as a whole. */
export function ListTools(props: Props) {
  const { resource, title, search, keys, columns, query, total, context, isFolded, onSelect, onChange } = props;
  const [open, setOpen] = useState<'columns' | 'csv' | 'sheet' | null>(null);
  const { plural } = resource;
  const { today } = context.formats;
  const close = (): void => setOpen(null);
  const tools: readonly ListTool[] = [
    { name: 'Columns', icon: <Columns3 aria-hidden />, run: () => setOpen('columns') },
    { name: 'CSV', icon: <Download aria-hidden />, run: () => setOpen('csv') },
    { name: 'Print', icon: <Printer aria-hidden />, run: () => window.print() },
  ];
  const selecting = onSelect === null ? [] : [{ name: 'Select rows', icon: <CheckCheck aria-hidden />, run: onSelect }];
  return (
    <>
      {isFolded ? (
        <Button className={style.more} aria-label="More actions" onClick={() => setOpen('sheet')}>
          <Ellipsis aria-hidden />
        </Button>
      ) : (
        tools.map(({ name, icon, run }) => (
          <Button key={name} onClick={run}>
            {icon}
            {name}
          </Button>
        ))
      )}
      <NewButton resource={resource} />
      {open === 'sheet' && <ToolsSheet title={title} tools={[...selecting, ...tools]} onClose={close} />}
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

/** Opens the form that makes a record, for those who may. */
function NewButton({ resource }: Pick<Props, 'resource'>) {
  const canWrite = useSession().user.role !== 'viewer';
  const make = (): void => create(resource);
  useKeys(canWrite ? { c: { does: creationName(resource), act: make } } : {});
  if (!canWrite) return null;
  return (
    <Button look="filled" className="wide-only" aria-keyshortcuts="c" onClick={make}>
      {creationName(resource)}
    </Button>
  );
}
