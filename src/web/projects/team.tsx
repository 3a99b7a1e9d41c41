import { useQuery } from '@tanstack/react-query';
import { api } from '../data/api.ts';
import { type Entry, nameOf } from '../data/directory.ts';
import { Failure } from '../parts/failure/failure.tsx';
import { Section } from '../parts/section/section.tsx';
import style from '../record/related/related.module.css';

interface Membership {
  readonly id: string;
  readonly user: Entry;
  readonly roles: readonly { readonly id: string; readonly name: string }[];
}

/** The people of a project and what each does. */
export function Team({ projectId }: { readonly projectId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['project_team_memberships', 'of', projectId],
    queryFn: async ({ signal }) => {
      const query = { project_id: projectId, per_page: 100 };
      const { body } = await api.send<{ project_team_memberships: Membership[] }>({
        path: '/project_team_memberships',
        query,
        signal,
      });
      return body.project_team_memberships;
    },
  });
  return (
    <Section title="Team">
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className={style.none}>Nobody yet.</p>}
      <ul>
        {data?.map(({ id, user, roles }) => (
          <li key={id} className={style.person}>
            <span className={style.text}>{nameOf(user)}</span>
            <span className={style.note}>{roles.map(({ name }) => name).join(', ')}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
