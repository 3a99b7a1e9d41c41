import type { Operations } from '../../client/operations.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../data/api.ts';
import { queryClient } from '../data/query-client.ts';
import type { Search } from '../queries/address.ts';
import type { Card } from '../pursuits/card-fields.ts';
import type { CardScreen } from '../pursuits/cards/change-card.ts';
import type { PursuitCards } from '../pursuits/cards/pursuit-cards.ts';
import type { Grouping } from './grouping.ts';

/** The totals of the projects of a group. */
export interface Total {
  readonly count: number;
  readonly amount: number;
  readonly weighted: number;
}

export const noTotal: Total = { count: 0, amount: 0, weighted: 0 };

type SummaryGroup = Operations['GET /projects/summary']['data']['summary'][number];

type Totals = ReadonlyMap<string, Total>;

const groupFields: Readonly<Partial<Record<Grouping, string>>> = {
  stage: 'project_stage_id',
  estimator: 'assigned_to_id',
  division: 'division_id',
};

/** The totals of all projects that match, by column. The service adds them up, not the page. */
export const totalsQuery = (query: Search, grouping: Grouping) =>
  queryOptions({
    queryKey: ['projects', 'summary', grouping, query],
    queryFn: async ({ signal }): Promise<Totals> => {
      const field = groupFields[grouping] ?? 'project_status';
      const { body } = await api.send('GET /projects/summary', {
        query: { ...query, group_by: field },
        signal,
      });
      return new Map(body.summary.map((one) => [keyOf(one.group), totalOf(one)]));
    },
    // The totals of other columns would collapse these.
    placeholderData: (previous, query) => (query?.queryKey[2] === grouping ? previous : undefined),
  });

const keyOf = (group: SummaryGroup['group']): string => (typeof group === 'object' ? (group?.id ?? '') : group);

const totalOf = ({ count, amount, weighted_amount: weighted }: SummaryGroup): Total => ({ count, amount, weighted });

export const sum = (totals: Iterable<Total>): Total =>
  [...totals].reduce(
    (one, other) => ({
      count: one.count + other.count,
      amount: one.amount + other.amount,
      weighted: one.weighted + other.weighted,
    }),
    noTotal,
  );

const part = ({ amount, probability }: Card, sign: 1 | -1): Total => ({
  count: sign,
  amount: sign * (amount ?? 0),
  weighted: sign * (amount ?? 0) * (probability ?? 0),
});

/** A change of a card changes the totals of its columns. */
export function withTotals(cards: PursuitCards, totalled: BoardQuery): TotalledCards {
  const place = (card: Card) => ({ column: cards.store.keyOf(card), card });
  const adjust = (before: Card | null, after: Card | null): void =>
    adjustTotals(totalled, before && place(before), after && place(after));
  return { ...totalled, cards, adjust };
}

/** The cards of a board, whose changes adjust its totals. */
export type TotalledCards = CardScreen & BoardQuery;

/** Moves a card from one column's total to another's, until the service's own totals arrive. */
function adjustTotals({ query, grouping }: BoardQuery, before: PlacedCard | null, after: PlacedCard | null): void {
  queryClient.setQueryData(totalsQuery(query, grouping).queryKey, (totals) => {
    if (!totals) return totals;
    const adjusted = new Map(totals);
    const add = (key: string, total: Total): void => void adjusted.set(key, sum([adjusted.get(key) ?? noTotal, total]));
    if (before) add(before.column, part(before.card, -1));
    if (after) add(after.column, part(after.card, 1));
    return adjusted;
  });
}

/** The totals that a board shows. */
export interface BoardQuery {
  readonly query: Search;
  readonly grouping: Grouping;
}

/** The totals of cards. */
export const totalOfCards = (cards: readonly Card[]): Total => sum(cards.map((card) => part(card, 1)));

/** A card in its column. */
interface PlacedCard {
  readonly column: string;
  readonly card: Card;
}
