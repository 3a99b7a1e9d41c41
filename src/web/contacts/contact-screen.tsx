import { calls } from '../../resources/calls.ts';
import { contacts } from '../../resources/contacts.ts';
import { Timeline } from '../activity/timeline/timeline.tsx';
import { type Entry, nameOf } from '../data/directory.ts';
import { create, useSubject } from '../create/creation.ts';
import { Button } from '../parts/button/button.tsx';
import type { Sections } from '../record/facts.tsx';
import { ReachButtons } from '../record/page/reach-buttons.tsx';
import { useRecordId } from '../record/page/place.ts';
import { RecordPage } from '../record/page/record-page.tsx';
import { Calls, OpenLeads, OpenTasks } from '../record/page/related-lists.tsx';
import { Related } from '../record/related/related.tsx';
import { foundIn } from '../finding/use-found.ts';
import { Files } from '../files/list/files.tsx';
import { FileZone } from '../files/zone/file-zone.tsx';
import { useRecord } from '../record/use-record.ts';

const sections: Sections = [
  ['Person', ['first_name', 'last_name', 'job_title', 'assigned_to']],
  ['Record', ['external_id', 'created_by', 'import']],
];

/** The ways to reach the person. */
const head = [
  { name: 'mobile_phone' },
  { name: 'office_phone' },
  { name: 'email' },
  { name: 'company' },
  { name: 'linked_in_profile_url' },
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
    <FileZone owner={{ plural: 'contacts', id }} title={name}>
      <RecordPage
        files={<Files key={id} owner={{ plural: 'contacts', id }} />}
        resource={contacts}
        shown={shown}
        title={name}
        meta={[record['job_title'] as string | null]}
        head={head}
        above={
          <ReachButtons
            phone={(record['mobile_phone'] ?? record['office_phone']) as string | null}
            email={record['email'] as string | null}
          />
        }
        sections={sections}
        elsewhere={elsewhere}
        actions={
          <Button look="filled" aria-keyshortcuts="l" onClick={() => create(calls)}>
            Log call
          </Button>
        }
        activity={<Timeline key={id} plural="contacts" id={id} />}
        work={
          <>
            <Related title="Projects" plural="projects" query={{ ...of, sort: '-updated_at' }} none="No projects." />
            <OpenLeads of={of} />
            <OpenTasks of={of} />
            <Calls of={of} />
          </>
        }
      />
    </FileZone>
  );
}
