import type { Resource } from '../../resources/resource.ts';
import type { DayBinding } from './derived-values.ts';

/** A condition over `t`. */
export type PredefinedView = (binding: DayBinding) => string;

/** The predefined views of a resource's lists, by name. */
export const viewsOf = (resource: Resource): Readonly<Record<string, PredefinedView>> => views[resource.plural] ?? {};

// A snooze ends when its time passes; the value stays.
const isSnoozed: PredefinedView = (binding) => `t.snooze_until > ${binding.holdDay('now')}::timestamptz`;
const isOpen: PredefinedView = (binding) =>
  `t.archived_at is null and (t.snooze_until is null or not ${isSnoozed(binding)})`;

const leadViews: Readonly<Record<string, PredefinedView>> = {
  open: isOpen,
  mine: (binding) => `${isOpen(binding)} and t.assigned_to_id = ${binding.holdDay('userId')}::bigint`,
  priority: (binding) => `${isOpen(binding)} and t.priority`,
  unassigned: (binding) => `${isOpen(binding)} and t.assigned_to_id is null`,
  snoozed: (binding) => `t.archived_at is null and ${isSnoozed(binding)}`,
  archived: () => 't.archived_at is not null',
  all: () => 'true',
};

const views: Readonly<Record<string, Readonly<Record<string, PredefinedView>>>> = { leads: leadViews };
