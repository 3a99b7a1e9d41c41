import type { Schemas } from '../../../client/operations.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '../../data/api.ts';
import { useFormats } from '../../data/formats.ts';
import { queryClient } from '../../data/query-client.ts';
import { Button } from '../../parts/button/button.tsx';
import { Failure, reasonOf } from '../../parts/failure/failure.tsx';
import row from '../../parts/row-with-button.module.css';
import { toast } from '../../toasts/toasts.ts';
import style from './me.module.css';

type OwnSession = Schemas['SessionListed'];

const queryKey = ['sessions'];

/** The browsers in which the person is signed in. Each session but this one can be ended. */
export function OwnSessions() {
  const list = useRef<HTMLUListElement>(null);
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      return (await api.send('GET /sessions', { query: { per_page: 100 }, signal })).body.sessions;
    },
  });
  const others = data?.filter(({ current }) => !current) ?? [];
  const end = async (sessions: readonly OwnSession[]): Promise<void> => {
    try {
      for (const { id } of sessions) await api.send('DELETE /sessions/{id}', { path: { id } });
      toast(sessions.length === 1 ? 'The session has ended.' : 'Your other sessions have ended.');
    } catch (failure) {
      toast(`Not all sessions have ended. ${reasonOf(failure)}`, { isFault: true });
    }
    await queryClient.invalidateQueries({ queryKey });
    list.current?.focus();
  };
  return (
    <>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      <ul ref={list} tabIndex={-1} aria-label="Sessions" className={style.sessions}>
        {data?.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => void end([session])} />
        ))}
      </ul>
      {others.length > 1 && <Button onClick={() => void end(others)}>End all others</Button>}
    </>
  );
}

interface RowProps {
  readonly session: OwnSession;
  readonly onEnd: () => void;
}

function SessionRow({ session: { browser, address, last_used_at: usedAt, current }, onEnd }: RowProps) {
  const { moment } = useFormats();
  const name = browser ?? 'A browser';
  return (
    <li className={row.row}>
      <div>
        <p>{name}</p>
        <p className="small quiet">
          {address} · {current ? 'this browser' : `last used ${moment(usedAt)}`}
        </p>
      </div>
      {!current && (
        <Button aria-label={`End the session of ${name}, ${address}`} onClick={onEnd}>
          End
        </Button>
      )}
    </li>
  );
}
