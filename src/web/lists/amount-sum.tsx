import { useQuery } from '@tanstack/react-query';
import { api } from '../data/api.ts';
import { useFormats } from '../data/formats.ts';
import head from '../parts/screen-head.module.css';
import { filtersOf, type Search } from './address.ts';

interface Summary {
  readonly summary: readonly { readonly amount: number }[];
}

/** The sum of the amounts of all projects that match. The service adds them up, also those that are not loaded. */
export function AmountSum({ search }: { readonly search: Search }) {
  const { shortMoney, money } = useFormats();
  const query = filtersOf(search);
  const { data } = useQuery({
    queryKey: ['projects', 'summary', 'list', query],
    queryFn: async ({ signal }) => {
      const sent = { ...query, group_by: 'project_status' };
      const { body } = await api.send<Summary>({ path: '/projects/summary', query: sent, signal });
      return body.summary.reduce((sum, { amount }) => sum + amount, 0);
    },
  });
  if (data === undefined) return null;
  return (
    <p className={head.count} title={money(data)}>
      {shortMoney(data)} in all
    </p>
  );
}
