import { calls } from '../../resources/calls.ts';
import { contacts } from '../../resources/contacts.ts';
import { type Entry, nameOf } from '../data/directory.ts';
import { create, useSubject } from '../create/creation.ts';
import { RecordLink } from '../parts/record-link.tsx';
import { Button } from '../parts/button/button.tsx';
import type { Sections } from '../record/facts.tsx';
import { useRecordId } from '../record/page/place.ts';
import { RecordPage } from '../record/page/record-page.tsx';
import { Calls, OpenLeads, OpenTasks } from '../record/page/related-lists.tsx';
import { Related } from '../record/related/related.tsx';
import { foundIn } from '../finding/use-found.ts';
import { useRecord } from '../record/use-record.ts';

const sections: Sections = [
  ['Person', ['first_name', 'last_name', 'job_title', 'company', 'assigned_to']],
  ['Phone and e-mail', ['email', 'mobile_phone', 'office_phone', 'linked_in_profile_url']],
  ['Record', ['external_id', 'created_by', 'import']],
];

/** The title of the page, which is made of two fields. */
const elsewhere = ['name'];

/** A contact: the person, the jobs, the calls and the tasks. */
export function ContactScreen() {
  const id = useRecordId();
  const shown = useRecord(contacts, id);
  const { record } = shown;
  const name = nameOf(record as unknown as Entry);
  const company = record['company'] as Entry | null;
  useSubject({ contact_id: { id, name }, company_id: foundIn(company) });
  const of = { contact_id: id };
  return (
    <RecordPage
      resource={contacts}
      shown={shown}
      title={name}
      meta={[
        record['job_title'] as string | null,
        company && (
          <RecordLink key="company" plural="companies" id={company.id}>
            {company.name}
          </RecordLink>
        ),
      ]}
      sections={sections}
      elsewhere={elsewhere}
      actions={
        <Button look="filled" aria-keyshortcuts="l" onClick={() => create(calls)}>
          Log call
        </Button>
      }
      work={
        <>
          <Related title="Projects" plural="projects" query={{ ...of, sort: '-updated_at' }} none="No projects." />
          <OpenLeads of={of} />
          <OpenTasks of={of} />
          <Calls of={of} />
        </>
      }
    />
  );
}
