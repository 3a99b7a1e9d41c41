import { useMemo } from 'react';
import { useDirectory } from '../data/directory.ts';
import { useFormats } from '../data/formats.ts';
import type { ViewContext } from './field-view.ts';

/** Returns the context of the views of fields: one object until the firm, its lists or the day change. */
export function useViewContext(): ViewContext {
  const formats = useFormats();
  const directory = useDirectory();
  return useMemo(() => ({ formats, directory }), [formats, directory]);
}
