import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { contacts } from '../../resources/contacts.ts';
import { create } from '../create/creation.ts';
import { type Entry, nameOf } from '../data/directory.ts';
import { readList, withTotal } from '../data/records.ts';
import { useSession } from '../data/session.ts';
import type { NamedRecord } from '../finding/use-found.ts';
import { Button } from '../parts/button/button.tsx';
import { Failure } from '../parts/failure/failure.tsx';
import { RecordLink } from '../parts/record-link.tsx';
import { Section } from '../parts/section/section.tsx';
import { MoreRows, mostRows } from '../record/related/more-rows.tsx';
import { ReachLinks } from '../record/page/reach-links.tsx';
import style from './company-people.module.css';

interface Person extends Entry {
  readonly job_title: string | null;
  readonly email: string;
  readonly mobile_phone: string | null;
  readonly office_phone: string | null;
}

const atFirst = 6;

/** The people of a company, with the ways to reach each. */
export function CompanyPeople({ company }: { readonly company: NamedRecord }) {
  const [perPage, setPerPage] = useState(atFirst);
  const { data, error, refetch } = useQuery(peopleQuery(company.id, perPage));
  const { rows = [], total = 0 } = data ?? {};
  return (
    <Section title="Contacts" note={total || undefined} action={<AddPerson company={company} />}>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {data && rows.length === 0 && <p className="quiet">No contacts yet.</p>}
      <ul className={style.people}>
        {rows.map((person) => (
          <li key={person.id} className={style.person}>
            <RecordLink plural="contacts" id={person.id} className={style.name}>
              <bdi>{nameOf(person)}</bdi>
              <span className={style.title}>{person.job_title}</span>
            </RecordLink>
            <ReachLinks phone={person.mobile_phone ?? person.office_phone} email={person.email} />
          </li>
        ))}
      </ul>
      <MoreRows shown={rows.length} count={total ?? 0} onMore={() => setPerPage(mostRows)} />
    </Section>
  );
}

const peopleQuery = (companyId: string, perPage: number) =>
  queryOptions({
    queryKey: ['contacts', 'people', companyId, perPage],
    queryFn: async ({ signal }) => {
      const fields = 'id,name,job_title,email,mobile_phone,office_phone';
      const query = { company_id: companyId, sort: 'name', fields, per_page: perPage };
      return await readList<Person>('contacts', { query, headers: withTotal, signal });
    },
    placeholderData: keepPreviousData,
  });

function AddPerson({ company }: { readonly company: NamedRecord }) {
  if (useSession().user.role === 'viewer') return null;
  return (
    <Button look="bare" data-chrome onClick={() => create(contacts, { given: { company_id: company } })}>
      New contact
    </Button>
  );
}
