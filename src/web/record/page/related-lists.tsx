import { calls } from '../../../resources/calls.ts';
import type { Resource } from '../../../resources/resource.ts';
import { tasks } from '../../../resources/tasks.ts';
import type { Query } from '../../../client/request.ts';
import { create } from '../../create/creation.ts';
import { useSession } from '../../data/session.ts';
import { Button } from '../../parts/button/button.tsx';
import { Related } from '../related/related.tsx';

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

/** Makes a task or a call about the record on the screen, which `useSubject` names. */
function MakeOne({ resource, name }: { readonly resource: Resource; readonly name: string }) {
  const { user } = useSession();
  if (user.role === 'viewer') return null;
  const usual = resource === (tasks as Resource) ? { assigned_to_id: user.id } : {};
  return (
    <Button look="bare" data-chrome onClick={() => create(resource, { usual })}>
      {name}
    </Button>
  );
}
