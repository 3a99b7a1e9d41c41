import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Declaration } from '../../../resources/resource.ts';
import { nothing } from '../../data/formats.ts';
import { pageField } from '../../fields/page-field.ts';
import { Button } from '../../parts/button/button.tsx';
import { Failure } from '../../parts/failure/failure.tsx';
import { type ManagedRecord, managedQuery } from './managed-query.ts';
import style from './managed-list.module.css';
import { useViewContext } from '../../fields/use-view-context.ts';

/** The declaration of what a list shows. */
export interface ManagedKind extends Declaration {
  readonly singular: string;
  readonly plural: string;
}

interface Props {
  readonly kind: ManagedKind;
  readonly query?: Readonly<Record<string, string>>;
  /** Stands above a list that is not empty. */
  readonly heading?: string;
  /** The fields of each, in order. */
  readonly columns: readonly string[];
  /** The meaning of an empty field, by its name. */
  readonly empty?: Readonly<Record<string, string>>;
  /** The sentence that stands there without any; null shows nothing at all. */
  readonly none: string | null;
  /** Whether a search finds one; absent without a search. */
  readonly isFound?: ((row: ManagedRecord) => boolean) | undefined;
  readonly titleOf: (row: ManagedRecord) => ReactNode;
  /** Its state, behind the title. */
  readonly stateOf?: (row: ManagedRecord) => ReactNode;
  readonly actionsOf: (row: ManagedRecord) => ReactNode;
}

/** All that the firm has of a kind: each with a title, its fields in cells, and what can be done with it. */
export function ManagedList(props: Props) {
  const { kind, query, heading, columns, empty, none, isFound, titleOf, stateOf, actionsOf } = props;
  const list = useInfiniteQuery(managedQuery(kind.plural, query));
  const read = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const rows = isFound ? read.filter(isFound) : read;
  useAllPages(list, isFound !== undefined);
  useFocusAfterEnd(rows.length);
  if (list.error) return <Failure error={list.error} onRetry={() => void list.refetch()} />;
  if (rows.length === 0) return list.isPending || none === null ? null : <p className={style.none}>{none}</p>;
  return (
    <>
      {heading !== undefined && <h2 className={style.heading}>{heading}</h2>}
      <ul className={style.rows}>
        {rows.map((row) => (
          <li key={row.id} className={style.row}>
            <div className={style.head}>
              <p className={style.title} dir="auto">
                {titleOf(row)}
              </p>
              {stateOf?.(row)}
              <div className={style.actions}>{actionsOf(row)}</div>
            </div>
            <Cells kind={kind} columns={columns} empty={empty} row={row} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && <Button onClick={() => void list.fetchNextPage()}>Show more</Button>}
    </>
  );
}

interface PageReader {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly fetchNextPage: () => unknown;
}

/** Reads all pages, one after the other. */
function useAllPages({ hasNextPage, isFetching, isError, fetchNextPage }: PageReader, isOn: boolean): void {
  const reads = isOn && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (reads) void fetchNextPage();
  }, [reads, fetchNextPage]);
}

/** When one of the list has ended, and the focus with its button, the heading of the page takes the focus. */
function useFocusAfterEnd(count: number): void {
  const before = useRef(count);
  useEffect(() => {
    const hasEnded = count < before.current;
    before.current = count;
    if (hasEnded && document.activeElement === document.body) document.querySelector<HTMLElement>('h1')?.focus();
  }, [count]);
}

interface CellsProps extends Pick<Props, 'kind' | 'columns'> {
  readonly empty?: Props['empty'];
  readonly row: ManagedRecord;
}

/** Some fields in cells: the label above the value. */
export function Cells({ kind, columns, empty, row }: CellsProps) {
  const context = useViewContext();
  const fields = columns.flatMap((name) => {
    const field = kind.fields[name];
    return field ? [pageField(name, field, kind)] : [];
  });
  return (
    <dl className={style.cells}>
      {fields.map(({ name, label, field, view }) => {
        const value = row[name] ?? null;
        const shown = value === null ? null : view.show(value, { field, ...context });
        return (
          <div key={name} className={style.cell}>
            <dt className="label">{label}</dt>
            <dd className={style.value}>{shown ?? empty?.[name] ?? nothing}</dd>
          </div>
        );
      })}
    </dl>
  );
}
