import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { listQuery, type Search } from '../queries/address.ts';
import { pagedQuery } from '../queries/paged-query.ts';
import { type Lead, leadShape } from './lead.ts';
import { type LeadView, leadViewOf } from './lead-views.ts';

/** The leads of a view, which of them is selected, and what selects another. */
export function useInbox(search: Search) {
  const navigate = useNavigate();
  const view = leadViewOf(search);
  const { view: _, ...filters } = listQuery(search);
  const { all, ...listed } = useListed({ ...filters, view: view.key });
  const done = useDone(view);
  const leads = all.filter((lead) => !done.has(lead));
  const peeked = search['peek'];
  const selectedId = peeked ?? leads[0]?.id;
  const neighbour = (by: 1 | -1) => leads[leads.findIndex(({ id }) => id === selectedId) + by];
  const select = (id: string | undefined): void => {
    void navigate({ to: '/leads', search: { ...search, peek: id } as never, replace: true });
    focusLead(id);
  };
  const step = (by: 1 | -1) => (): void => select(neighbour(by)?.id ?? selectedId);
  /** Takes a lead from the list at once, and selects the next one in its place. @returns puts it back. */
  const finish = (id: string): (() => void) => {
    const at = leads.findIndex((one) => one.id === id);
    const lead = leads[at];
    if (!lead || view.key === 'all') return () => undefined;
    const next = leads[at + 1] ?? leads[at - 1];
    const takeBack = done.add(lead);
    if (id === selectedId) select(peeked === undefined ? undefined : next?.id);
    else focusLead(next?.id);
    return takeBack;
  };
  return {
    view,
    filters,
    leads,
    selectedId,
    step,
    finish,
    ...listed,
    isEmpty: listed.isRead && leads.length === 0,
  };
}

/** The leads of a query, as far as they are read. */
function useListed(query: Search) {
  const { data, isPending, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(
    pagedQuery<Lead>('leads', { ...query, ...leadShape }),
  );
  return {
    all: data?.pages.flatMap(({ rows }) => rows) ?? [],
    isRead: data !== undefined,
    isLoading: isPending,
    error,
    retry: () => void refetch(),
    more: hasNextPage ? () => void fetchNextPage() : null,
  };
}

const focusLead = (id = ''): void => document.getElementById(`lead-${id}`)?.focus();

/** The leads that the person is done with. A later version of one is shown again. */
function useDone({ key: view }: LeadView) {
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const keyOf = ({ id, version }: Lead): string => `${view} ${id} ${version}`;
  /** @returns takes it back. */
  const add = (lead: Lead): (() => void) => {
    const key = keyOf(lead);
    setDone((before) => new Set([...before, key]));
    return () => setDone((before) => new Set([...before].filter((one) => one !== key)));
  };
  return { has: (lead: Lead) => done.has(keyOf(lead)), add };
}
