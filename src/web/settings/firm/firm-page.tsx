import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useNow } from '../../data/now.ts';
import { useSession } from '../../data/session.ts';
import { reasonOf } from '../../parts/failure/failure.tsx';
import { Fact } from '../../record/fact.tsx';
import type { FieldChange } from '../../record/record-query.ts';
import { PageHead } from '../page-head.tsx';
import { SettingsSection } from '../settings-section.tsx';
import { accountFields, accountQuery, changeAccount, fiscalYearField, timeNow } from './account.ts';
import { FileUsage } from './file-usage.tsx';
import { ProjectNumbers } from './project-numbers.tsx';

/** The firm: its name, its time zone, its currency, its fiscal year and the numbers of its projects. */
export function FirmPage() {
  const { data } = useSuspenseQuery(accountQuery);
  const isAdmin = useSession().user.role === 'admin';
  const change = async ({ fields }: FieldChange): Promise<string | null> => {
    try {
      await changeAccount(fields);
      return null;
    } catch (error) {
      return reasonOf(error);
    }
  };
  return (
    <>
      <PageHead title="Firm">{!isAdmin && <p>An admin of your firm can change these.</p>}</PageHead>
      <SettingsSection title="Your firm">
        <dl>
          {[...accountFields, fiscalYearField].map((shape) => (
            <Fact
              key={shape.name}
              shape={shape}
              record={{ ...data.account }}
              plural="account"
              canWrite={isAdmin}
              note={noteOf(shape.name, data.account.time_zone)}
              onChange={change}
            />
          ))}
        </dl>
      </SettingsSection>
      <SettingsSection title="Project numbers">
        <ProjectNumbers account={data.account} canWrite={isAdmin} />
      </SettingsSection>
      <SettingsSection title="Files">
        <FileUsage />
      </SettingsSection>
      {isAdmin && (
        <SettingsSection title="First set-up">
          <p>
            <Link to="/set-up" className="link">
              Set up the firm step by step
            </Link>
            : stages, people and sample data.
          </p>
        </SettingsSection>
      )}
    </>
  );
}

function noteOf(name: string, zone: string): ReactNode {
  if (name === 'time_zone') return <ZoneNote zone={zone} />;
  if (name !== fiscalYearField.name) return null;
  return <span className="small quiet">Goals and reports count quarters and years from this month on.</span>;
}

function ZoneNote({ zone }: { readonly zone: string }) {
  const time = timeNow(zone, useNow());
  if (time === null) return null;
  return (
    <span className="small quiet">
      It is {time} there now. Days begin and end in this zone. Another zone moves no due dates.
    </span>
  );
}
