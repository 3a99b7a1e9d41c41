import { leads } from '../../resources/leads.ts';
import { Timeline } from '../activity/timeline/timeline.tsx';
import type { Entry } from '../data/directory.ts';
import { useFormats } from '../data/formats.ts';
import { useSubject } from '../create/creation.ts';
import { useRecordId } from '../record/page/place.ts';
import { RecordPage } from '../record/page/record-page.tsx';
import { Related } from '../record/related/related.tsx';
import { foundIn } from '../finding/use-found.ts';
import { Files } from '../files/list/files.tsx';
import { FileZone } from '../files/zone/file-zone.tsx';
import { useRecord } from '../record/use-record.ts';
import type { Lead } from './lead.ts';
import { LeadActions } from './lead-actions.tsx';
import { leadSections } from './lead-sections.ts';

/** A lead: its facts, and the other jobs of the same client. */
export function LeadScreen() {
  const id = useRecordId();
  const shown = useRecord(leads, id);
  const { money } = useFormats();
  const { record } = shown;
  useSubject({
    lead_id: foundIn(record),
    company_id: foundIn(record['company']),
    contact_id: foundIn(record['contact']),
  });
  const company = record['company'] as Entry | null;
  const value = record['value_in_cents'];
  const project = record['project'] as Entry | null;
  return (
    <FileZone owner={{ plural: 'leads', id }} title={String(record['name'])}>
      <RecordPage
        files={<Files key={id} owner={{ plural: 'leads', id }} />}
        resource={leads}
        shown={shown}
        title={String(record['name'])}
        meta={[company?.name, typeof value === 'number' ? money(value / 100) : null]}
        sections={leadSections}
        actions={<LeadActions lead={{ ...(record as unknown as Lead), version: shown.version }} />}
        activity={<Timeline key={id} plural="leads" id={id} />}
        work={
          <>
            {project !== null && (
              <Related title="Project" plural="projects" query={{ id: project.id }} none="The project is deleted." />
            )}
            {company !== null && (
              <Related
                title={`Open projects of ${company.name ?? ''}`}
                plural="projects"
                query={{ company_id: company.id, project_status: 'pursuit', sort: 'bid_due_date' }}
                none="No open projects."
              />
            )}
          </>
        }
      />
    </FileZone>
  );
}
