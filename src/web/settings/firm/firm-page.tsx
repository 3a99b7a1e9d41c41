import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useNow } from '../../data/now.ts';
import { useSession } from '../../data/session.ts';
import { reasonOf } from '../../parts/failure/failure.tsx';
import { Fact } from '../../record/fact.tsx';
import type { FieldChange } from '../../record/record-query.ts';
import { PageHead } from '../page-head.tsx';
import { SettingsSection } from '../settings-section.tsx';
import { accountFields, accountQuery, changeAccount, timeNow } from './account.ts';

/** The firm: its name, its time zone and its currency. */
export function FirmPage() {
  const { data } = useSuspenseQuery(accountQuery);
  const isAdmin = useSession().user.role === 'admin';
  const now = useNow();
  const change = async ({ fields }: FieldChange): Promise<string | null> => {
    try {
      await changeAccount(fields);
      return null;
    } catch (error) {
      return reasonOf(error);
    }
  };
  const time = timeNow(data.account.time_zone, now);
  return (
    <>
      <PageHead title="Firm">{!isAdmin && <p>An admin of your firm can change these.</p>}</PageHead>
      <SettingsSection title="Your firm">
        <dl>
          {accountFields.map((shape) => (
            <Fact
              key={shape.name}
              shape={shape}
              record={{ ...data.account }}
              plural="account"
              canWrite={isAdmin}
              onChange={change}
            />
          ))}
        </dl>
        {time !== null && (
          <p className="small quiet">
            It is {time} there now. Days begin and end in this zone. Another zone moves no due dates.
          </p>
        )}
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
