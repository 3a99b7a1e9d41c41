import type { Entry } from '../data/directory.ts';

/** A lead as the inbox lists it. */
export interface Lead {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly priority: boolean;
  readonly value_in_cents: number | null;
  readonly archived_at: string | null;
  readonly snooze_until: string | null;
  readonly created_at: string;
  readonly company: Entry | null;
  readonly assigned_to: Entry | null;
}

/** The fields that a request for leads asks for. */
export const leadShape = {
  fields: 'id,name,priority,value_in_cents,archived_at,snooze_until,created_at,company,assigned_to',
  include: 'version',
};
