import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { newId } from '../../../client/new-id.ts';
import type { ImportedFamily } from '../../../resources/transfer/imports.ts';
import { extendedValue } from '../../../resources/extended-value.ts';
import { queryClient } from '../../data/query-client.ts';
import { sendFile } from '../../data/send-file.ts';
import { type Import, importQuery, importsQuery } from '../import.ts';

/** Sends a chosen file and opens its import. A failure keeps the choice, so that it can be sent again. */
export function useUpload() {
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  /** The share that is sent; null while nothing is. */
  const [share, setShare] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const attempt = useRef({ name: '', key: '', abort: new AbortController() });
  const choose = (chosen: File | null): void => {
    setFile(chosen);
    setError(null);
  };
  const send = async (as: ImportedFamily): Promise<void> => {
    if (!file) return;
    const name = `${as} ${file.name} ${file.size} ${file.lastModified}`;
    const isSame = attempt.current.name === name;
    attempt.current = { name, key: isSame ? attempt.current.key : newId(), abort: new AbortController() };
    const { key, abort } = attempt.current;
    setError(null);
    setShare(0);
    try {
      const path = `/imports?as=${as}`;
      const headers = { 'content-disposition': `attachment; filename*=${extendedValue(file.name)}` };
      const sent = { path, headers, key, signal: abort.signal, onProgress: setShare };
      const { import: item } = await sendFile<{ readonly import: Import }>(file, sent);
      queryClient.setQueryData(importQuery(item.id).queryKey, item);
      void queryClient.invalidateQueries({ queryKey: importsQuery.queryKey });
      await navigate({ to: `/import/${item.id}` as never });
    } catch (fault) {
      if (!abort.signal.aborted) setError(fault);
    } finally {
      setShare(null);
    }
  };
  return { file, share, error, choose, send, cancel: () => attempt.current.abort.abort() };
}
