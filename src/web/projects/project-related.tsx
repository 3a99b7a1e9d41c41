import type { Entry } from '../data/directory.ts';
import { Calls, OpenTasks } from '../record/page/related-lists.tsx';
import { Related } from '../record/related/related.tsx';

/** The work that belongs to a project, and the client's other jobs. */
export function ProjectWork({ id, company }: { readonly id: string; readonly company: Entry | null }) {
  const of = { project_id: id };
  return (
    <>
      <OpenTasks of={of} />
      <Calls of={of} />
      <Related title="Lead" plural="leads" query={{ ...of, view: 'all' }} none="It did not begin as a lead." />
      {company !== null && (
        <Related
          title={`Other open jobs of ${company.name ?? ''}`}
          plural="projects"
          query={{ company_id: company.id, project_status: 'pursuit', 'id[ne]': id, sort: 'bid_due_date' }}
          none="No other open jobs."
        />
      )}
    </>
  );
}
