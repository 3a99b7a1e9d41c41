import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { leads as resource } from '../../resources/leads.ts';
import { queryClient } from '../data/query-client.ts';
import { useViewContext } from '../fields/use-view-context.ts';
import type { OpenBulk } from '../lists/bulk/bulk-dialogs.tsx';
import { BulkTools } from '../lists/bulk/bulk-tools.tsx';
import type { SelectedRows } from '../lists/selection/use-selection.ts';
import type { Search } from '../queries/address.ts';
import type { Lead } from './lead.ts';
import { leadCount, type LeadView } from './lead-views.ts';
import { leadCommands } from './lead-commands.tsx';

interface Props {
  readonly view: LeadView;
  /** The other filters of the list. */
  readonly filters: Search;
  readonly leads: readonly Lead[];
  readonly hasMore: boolean;
  readonly selection: SelectedRows;
}

/** The actions on the selected leads. */
export function LeadTools({ view, filters, leads, hasMore, selection }: Props) {
  const [open, setOpen] = useState<OpenBulk | null>(null);
  const { data: total = null } = useQuery(leadCount(view.key, filters));
  return (
    <BulkTools
      resource={resource}
      search={{ ...filters, view: view.key }}
      listed={{ rows: leads, total, hasMore }}
      selection={selection}
      context={useViewContext()}
      commands={leadCommands(view)}
      isInbox
      open={open}
      setOpen={setOpen}
      onChanged={() => void queryClient.invalidateQueries({ queryKey: ['leads'] })}
    />
  );
}
