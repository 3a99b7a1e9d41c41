import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button } from '../../parts/button/button.tsx';
import { Failure } from '../../parts/failure/failure.tsx';
import { useMedia } from '../../parts/use-media.ts';
import { Section } from '../../parts/section/section.tsx';
import { MoreRows, mostRows } from '../../record/related/more-rows.tsx';
import type { FileOwner } from '../file.ts';
import { filesQuery } from '../files-query.ts';
import { FilePicker } from '../given/file-picker.tsx';
import { useRecordFiles } from '../zone/record-files.ts';
import { FileRow } from './file-row.tsx';
import style from './files.module.css';
import { useFileKeys } from './use-file-keys.ts';

const atFirst = 5;

/** The files and the links of a record, the latest first. */
export function Files({ owner }: { readonly owner: FileOwner }) {
  const [perPage, setPerPage] = useState(atFirst);
  const list = useRef<HTMLUListElement>(null);
  const { data, error, refetch } = useQuery(filesQuery(owner, perPage));
  const { rows = [], total = 0 } = data ?? {};
  const keys = useFileKeys(list, rows);
  return (
    <Section title="Files" note={total || undefined} action={<AttachButton />} className={style.section}>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {data && rows.length === 0 && <p className="quiet">No files yet.</p>}
      <ul ref={list} className={style.files} {...keys}>
        {rows.map((file) => (
          <FileRow key={file.id} file={file} owner={owner} among={rows} />
        ))}
      </ul>
      <MoreRows shown={rows.length} count={total ?? 0} onMore={() => setPerPage(mostRows)} />
    </Section>
  );
}

/** Opens the form that attaches something; nothing for those who may not. A finger gets to the photos by one tap. */
function AttachButton() {
  const isFinger = useMedia('(pointer: coarse)');
  const record = useRecordFiles();
  if (record?.attach === null || record === null) return null;
  return (
    <div className={style.actions} data-chrome>
      {isFinger && (
        <FilePicker look="bare" onPick={(files) => record.take({ files, folders: [] })}>
          Photos and files
        </FilePicker>
      )}
      <Button look="bare" data-attach aria-keyshortcuts="u" onClick={record.attach}>
        Attach
      </Button>
    </div>
  );
}
