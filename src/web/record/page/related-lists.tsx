import { calls } from '../../../resources/calls.ts';
import { tasks } from '../../../resources/tasks.ts';
import type { Query } from '../../../client/request.ts';
import { Related } from '../related/related.tsx';
import { MakeOne } from './make-one.tsx';

interface Props {
  /** The query that names the record: `{ project_id: '12' }`. */
  readonly of: Query;
}

/** The open tasks about a record. */
export const OpenTasks = ({ of }: Props) => (
  <Related
    title="Tasks"
    plural="tasks"
    query={{ ...of, completed_at: 'null', sort: 'deadline' }}
    none="Nothing to do."
    action={<MakeOne resource={tasks} name="New task" />}
  />
);

/** The calls about a record, the latest first. */
export const Calls = ({ of }: Props) => (
  <Related
    title="Calls"
    plural="calls"
    query={{ ...of, sort: '-recorded_at' }}
    none="No calls yet."
    action={<MakeOne resource={calls} name="Log call" />}
  />
);

export const OpenLeads = ({ of }: Props) => (
  <Related title="Leads" plural="leads" query={{ ...of, view: 'open' }} none="No open leads." />
);
