import { useQuery } from '@tanstack/react-query';
import { api } from '../data/api.ts';
import { useFormats } from '../data/formats.ts';
import style from './won-of-decided.module.css';

/** The share of the client's decided jobs that the firm won, by count and amount. Cancelled jobs were not decided. */
export function WonOfDecided({ companyId }: { readonly companyId: string }) {
  const { money, percent } = useFormats();
  const { data } = useQuery({
    queryKey: ['projects', 'summary', 'close_type', companyId],
    queryFn: async ({ signal }) => {
      const query = { company_id: companyId, group_by: 'close_type' };
      return (await api.send('GET /projects/summary', { query, signal })).body.summary;
    },
  });
  const won = data?.find(({ group }) => group === 'won') ?? none;
  const lost = data?.find(({ group }) => group === 'lost') ?? none;
  const decided = { count: won.count + lost.count, amount: won.amount + lost.amount };
  if (data === undefined || decided.count === 0) return null;
  return (
    <dl className={style.figures}>
      <div className={style.figure}>
        <dt className="label">Won of decided</dt>
        <dd>
          {percent(won.count / decided.count)}{' '}
          <span className="quiet">
            {won.count} of {decided.count}
          </span>
        </dd>
      </div>
      {decided.amount > 0 && (
        <div className={style.figure}>
          <dt className="label">By amount</dt>
          <dd>
            {percent(won.amount / decided.amount)}{' '}
            <span className="quiet">
              {money(won.amount)} of {money(decided.amount)}
            </span>
          </dd>
        </div>
      )}
    </dl>
  );
}

const none = { count: 0, amount: 0 };
