import { CheckCheck, Columns3, Download, Ellipsis, Printer } from '../parts/icons/screen-icons.tsx';
import { useState } from 'react';
import type { Resource } from '../../resources/resource.ts';
import { NewButton } from '../create/new-button.tsx';
import { Button } from '../parts/button/button.tsx';
import type { Search } from '../queries/address.ts';
import { ColumnsDialog } from './columns/columns-dialog.tsx';
import { columnsInAddress } from './columns/columns.ts';
import { ExportDialog } from './export/export-dialog.tsx';
import style from './list-screen.module.css';
import { type ListTool, ToolsSheet } from './tools-sheet.tsx';

interface Props {
  readonly resource: Resource;
  readonly title: string;
  readonly search: Search;
  readonly keys: readonly string[];
  readonly query: Search;
  readonly total: number | null;
  /** Whether the actions are folded into one button. */
  readonly isFolded: boolean;
  /** Begins to select rows, where that is an action of its own. */
  readonly onSelect: (() => void) | null;
  readonly onChange: (changes: Record<string, string | undefined>, replace?: boolean) => void;
}

/** The actions on a list as a whole. */
export function ListTools(props: Props) {
  const { resource, title, search, keys, query, total, isFolded, onSelect, onChange } = props;
  const [open, setOpen] = useState<'columns' | 'export' | 'sheet' | null>(null);
  const { plural } = resource;
  const close = (): void => setOpen(null);
  const tools: readonly ListTool[] = [
    { name: 'Columns', icon: <Columns3 aria-hidden />, run: () => setOpen('columns') },
    { name: 'Export', icon: <Download aria-hidden />, run: () => setOpen('export') },
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
          resource={resource}
          keys={keys}
          onChange={(chosen) => onChange(columnsInAddress(resource, chosen, search), true)}
          onClose={close}
        />
      )}
      {open === 'export' && <ExportDialog plural={plural} query={query} total={total} onClose={close} />}
    </>
  );
}
