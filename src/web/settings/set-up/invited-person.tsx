import { useQuery } from '@tanstack/react-query';
import { api } from '../../data/api.ts';
import { Failure } from '../../parts/failure/failure.tsx';
import { Copied } from '../managed/copied.tsx';

/** Somebody who was invited in this step. */
export interface Invited {
  readonly id: string;
  readonly email: string;
}

/** Somebody who was invited, with the link that sets a password. The link is made once, and only shown here. */
export function InvitedPerson({ person: { id, email } }: { readonly person: Invited }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['password_link', id],
    staleTime: 'static',
    retry: false,
    queryFn: async () => {
      const request = { method: 'POST', path: `/users/${id}/password_link` } as const;
      return (await api.send<{ password_link: { url: string } }>(request)).body.password_link.url;
    },
  });
  return (
    <li>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {data !== undefined && <Copied label={`Link for ${email}`} value={data} />}
    </li>
  );
}
