import type { Import } from '../import.ts';
import { Working } from './working.tsx';

/** The run, which goes on without the page. */
export const RunStep = ({ item }: { readonly item: Import }) => (
  <Working item={item} label="Import">
    You can leave this page and come back. If you cancel, the rows so far stay, and you can undo them.
  </Working>
);
