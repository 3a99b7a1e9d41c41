import type { Resource } from '../../../resources/resource.ts';
import { useFormats } from '../../data/formats.ts';
import { Button } from '../../parts/button/button.tsx';
import type { SelectedRows } from '../selection/use-selection.ts';
import { counted, pluralWords } from '../../fields/nouns.ts';
import style from './bulk-bar.module.css';

interface Props {
  readonly resource: Resource;
  readonly selection: SelectedRows;
  /** The number of rows that are loaded. */
  readonly loaded: number;
  /** Whether more records match. */
  readonly hasMore: boolean;
  /** The number of all records that match, if it is known. */
  readonly total: number | null;
  /** The number of selected records that are not in the table. */
  readonly hidden: number;
  /** The names of the actions, with what they do. */
  readonly actions: readonly BulkAction[];
}

export interface BulkAction {
  readonly name: string;
  /** Its key, as `aria-keyshortcuts` names it. */
  readonly key?: string;
  readonly look?: 'danger';
  readonly run: () => void;
}

/** The number of selected rows, and the actions on them. */
export function BulkBar({ resource, selection, loaded, hasMore, total, hidden, actions }: Props) {
  const formats = useFormats();
  const { ids, isEvery } = selection;
  return (
    <section className={style.bar} aria-label="Selection" data-chrome>
      <p className={style.count}>
        {selectedText({ isEvery, count: ids.size, total }, resource, formats)}
        {hidden > 0 && <span className="quiet"> ({formats.count(hidden)} not in the table)</span>}
      </p>
      {!isEvery && ids.size >= loaded && hasMore && (
        <Button look="bare" className={style.every} onClick={selection.selectEvery}>
          Select all {total === null ? '' : `${formats.count(total)} `}that match
        </Button>
      )}
      <div className={style.actions}>
        {actions.map(({ name, key, look, run }) => (
          <Button key={name} onClick={run} {...(look ? { look } : {})} {...(key ? { 'aria-keyshortcuts': key } : {})}>
            {name}
          </Button>
        ))}
        <Button look="bare" aria-keyshortcuts="Escape" onClick={selection.clear}>
          Clear
        </Button>
      </div>
    </section>
  );
}

interface SelectionCounts {
  readonly isEvery: boolean;
  readonly count: number;
  readonly total: number | null;
}

/** `12 selected`; `All 1,284 projects that match are selected`, without the number if it is not known. */
export function selectedText(
  { isEvery, count, total }: SelectionCounts,
  resource: Resource,
  formats: ReturnType<typeof useFormats>,
): string {
  if (!isEvery) return `${formats.count(count)} selected`;
  return total === null
    ? `All ${pluralWords(resource)} that match are selected`
    : `All ${counted(total, resource, formats)} that match are selected`;
}
