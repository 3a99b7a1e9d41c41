import { companies } from '../../resources/companies.ts';
import { projects } from '../../resources/projects.ts';
import { Timeline } from '../activity/timeline/timeline.tsx';
import { create, useSubject } from '../create/creation.ts';
import { Files } from '../files/list/files.tsx';
import { FileZone } from '../files/zone/file-zone.tsx';
import { Button } from '../parts/button/button.tsx';
import type { Sections } from '../record/facts.tsx';
import { ReachButtons } from '../record/page/reach-buttons.tsx';
import { useRecordId } from '../record/page/place.ts';
import { RecordPage } from '../record/page/record-page.tsx';
import { Calls, OpenLeads } from '../record/page/related-lists.tsx';
import { Related } from '../record/related/related.tsx';
import { useRecord } from '../record/use-record.ts';
import { CompanyPeople } from './company-people.tsx';
import { WonOfDecided } from './won-of-decided.tsx';

const sections: Sections = [
  ['Company', ['name', 'industries', 'address', 'description']],
  ['Record', ['external_id', 'created_by', 'import']],
];

/** The ways to reach the company. */
const head = [{ name: 'phone' }, { name: 'website' }, { name: 'category' }];

/** A company: its people and jobs, what was said, and its facts. */
export function CompanyScreen() {
  const id = useRecordId();
  const shown = useRecord(companies, id);
  const { record } = shown;
  const self = { id, name: String(record['name']) };
  useSubject({ company_id: self });
  const of = { company_id: id };
  return (
    <FileZone owner={{ plural: 'companies', id }} title={self.name}>
      <RecordPage
        files={<Files key={id} owner={{ plural: 'companies', id }} />}
        resource={companies}
        shown={shown}
        title={self.name}
        meta={[]}
        head={head}
        sections={sections}
        actions={
          <Button
            look="filled"
            aria-label={`New project for ${self.name}`}
            onClick={() => create(projects, { given: { company_id: self } })}
          >
            New project
          </Button>
        }
        above={<ReachButtons phone={record['phone'] as string | null} />}
        activity={<Timeline key={id} plural="companies" id={id} />}
        isPeopleFirst
        work={
          <>
            <Related
              title="Open projects"
              plural="projects"
              query={{ ...of, project_status: 'pursuit', sort: 'bid_due_date' }}
              none="No open projects."
            />
            <WonOfDecided companyId={id} />
            <Related
              title="Closed projects"
              plural="projects"
              query={{ ...of, 'project_status[ne]': 'pursuit', sort: '-award_date' }}
              none="No closed projects."
            />
            <OpenLeads of={of} />
            <Calls of={of} />
          </>
        }
        people={<CompanyPeople company={self} />}
      />
    </FileZone>
  );
}
