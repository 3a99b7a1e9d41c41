import { apiPrefix } from '../../version.ts';
import type { Days } from './periods-of.ts';

/** A parameter of the list of projects with its value. */
export type Condition = readonly [name: string, value: string];

/** The conditions of projects with an award date between two days, both included. */
export const awarded = ({ from, to }: Days): readonly Condition[] => [
  ['award_date[gte]', from],
  ['award_date[lte]', to],
];

/** The conditions of projects with a bid due between two days, both included. */
export const due = ({ from, to }: Days): readonly Condition[] => [
  ['bid_due_date[gte]', from],
  ['bid_due_date[lte]', to],
];

/** The condition of open projects. */
export const isOpen: Condition = ['close_type[is_null]', 'true'];

/** The condition of late bids, which open projects have. */
export const isOverdue: Condition = ['is_overdue[eq]', 'true'];

/** The addresses of the list of projects with the filters of a report. */
export type ProjectsUrl = (count: number, conditions: readonly Condition[]) => string | null;

/**
 * Makes the addresses of the projects that a report counts.
 * @param serviceUrl without a trailing slash. @param sent the filters of the request, as sent.
 */
export const projectsUrls = (serviceUrl: string, sent: readonly Condition[]): ProjectsUrl =>
  ownUrls(serviceUrl, '/projects', sent);

/** Makes the addresses of a report's own list. @param path `/reports/attention`. @param sent as sent. */
export const ownUrls =
  (serviceUrl: string, path: string, sent: readonly Condition[]): ProjectsUrl =>
  (count, conditions) =>
    count === 0 ? null : `${serviceUrl}${apiPrefix}${path}?${queryOf([...sent, ...conditions])}`;

/** A filter of the request may have the name of a condition. `filters[…]` then says the second one. */
function queryOf(conditions: readonly Condition[]): string {
  const query = new URLSearchParams();
  for (const [name, value] of conditions) {
    if (query.get(name) === value) continue;
    query.append(query.has(name) ? within(name) : name, value);
  }
  return query.toString();
}

/** `amount[gte]` → `filters[amount][gte]`. */
const within = (name: string): string => name.replace(/^([^[\]]+)/, 'filters[$1]');
