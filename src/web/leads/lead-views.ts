import { countQuery } from '../queries/count-query.ts';
import { type Entry, nameOf } from '../data/directory.ts';
import type { Search } from '../queries/address.ts';
import type { FieldChange } from '../record/record-query.ts';
import type { Lead } from './lead.ts';

/** The views of the inbox, in order. */
export const leadViews = [
  { key: 'open', name: 'Open', none: 'Inbox clear.' },
  { key: 'mine', name: 'Mine', none: 'No open lead is yours.' },
  { key: 'priority', name: 'Priority', none: 'No open lead is a priority.' },
  { key: 'unassigned', name: 'Nobody’s', none: 'Every open lead has somebody.' },
  { key: 'snoozed', name: 'Snoozed', none: 'No lead is snoozed.' },
  { key: 'archived', name: 'Archived', none: 'No lead is archived.' },
  { key: 'all', name: 'All', none: 'No leads yet.' },
] as const;

export type LeadView = (typeof leadViews)[number];

export const leadViewOf = (search: Search): LeadView =>
  leadViews.find(({ key }) => key === search['view']) ?? leadViews[0];

/** Where a lead goes with a change that takes it out of the view; null if the lead stays. */
export function whereTo(
  { name }: Pick<Lead, 'name'>,
  { key }: LeadView,
  { fields, shown }: FieldChange,
): string | null {
  if (key === 'priority' && fields['priority'] === false) return `${name} is no priority any more.`;
  if ((key !== 'mine' && key !== 'unassigned') || !('assigned_to_id' in fields)) return null;
  const owner = shown['assigned_to'] as Entry | null;
  return owner === null ? `${name} is nobody’s now.` : `${name} went to ${nameOf(owner)}.`;
}

/** The number of leads in a view, with the other filters of the list. */
export const leadCount = (view: LeadView['key'], filters: Search = {}) => countQuery('leads', { ...filters, view });
