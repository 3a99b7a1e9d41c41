import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { text } from '../../../resources/fields.ts';
import { users } from '../../../resources/users.ts';
import { queryClient } from '../../data/query-client.ts';
import { sessionQuery } from '../../data/session.ts';
import { viewOf } from '../../fields/field-views.ts';
import { pageField } from '../../fields/page-field.ts';
import { Button } from '../../parts/button/button.tsx';
import { Fact } from '../../record/fact.tsx';
import { changeRecord, type FieldChange, recordQuery } from '../../record/record-query.ts';
import { useWithPending } from '../../record/use-record.ts';
import { leave } from '../../parts/leave.ts';
import { singleKeys } from '../../keys/keys.ts';
import { ThemeChoice } from '../../parts/theme-choice.tsx';
import { PageHead } from '../page-head.tsx';
import { SettingsSection } from '../settings-section.tsx';
import { OwnPassword } from './own-password.tsx';
import { OwnSessions } from './own-sessions.tsx';
import style from './me.module.css';

/** The signed-in person: names, password, sessions, and how the page looks in this browser. */
export function MePage() {
  return (
    <>
      <PageHead title="Me" action={<Button onClick={() => void leave()}>Sign out</Button>} />
      <SettingsSection title="You">
        <OwnFacts />
      </SettingsSection>
      <SettingsSection title="Password">
        <OwnPassword />
      </SettingsSection>
      <SettingsSection title="Where you are signed in">
        <OwnSessions />
      </SettingsSection>
      <SettingsSection title="This browser">
        <ThisBrowser />
      </SettingsSection>
    </>
  );
}

const own = ['first_name', 'last_name', 'email'] as const;

/** Every person may change these of its own user. An admin changes the role. */
function OwnFacts() {
  const { data } = useSuspenseQuery(recordQuery(users, 'me'));
  const shown = useWithPending(users, { ...data, record: { ...data.record, id: 'me' } });
  const change = async (one: FieldChange): Promise<string | null> => {
    const fault = await changeRecord(users, shown, one);
    if (fault === null) await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    return fault;
  };
  return (
    <dl>
      {own.map((name) => (
        <Fact
          key={name}
          shape={{ ...pageField(name, users.fields[name], users), view: viewOf(text()) }}
          record={shown.record}
          plural="users"
          canWrite
          onChange={change}
        />
      ))}
      <Fact
        shape={pageField('role', users.fields.role, users)}
        record={shown.record}
        plural="users"
        canWrite={false}
        onChange={change}
      />
    </dl>
  );
}

/** The colours of the page and its single keys in this browser. */
function ThisBrowser() {
  const [areOn, setAreOn] = useState(singleKeys.areOn);
  return (
    <div className={style.choices}>
      <div>
        <p className="label" aria-hidden="true">
          Colors
        </p>
        <ThemeChoice />
      </div>
      <label className={style.choice}>
        <input
          type="checkbox"
          checked={areOn}
          onChange={({ target }) => {
            singleKeys.areOn = target.checked;
            setAreOn(target.checked);
          }}
        />
        <span>
          Single keys act
          <span className="small quiet">
            <br />
            Such as M to move a project. Switch them off if you use speech input. Keys with Ctrl always act.
          </span>
        </span>
      </label>
    </div>
  );
}
