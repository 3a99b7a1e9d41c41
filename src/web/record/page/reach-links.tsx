import { Breakable } from '../../parts/breakable.tsx';
import style from './reach-links.module.css';
import { type Reach, useReach } from './use-reach.ts';

/** The telephone number and the e-mail address of somebody, as links that call and write. */
export function ReachLinks(reach: Reach) {
  const { call, mail } = useReach(reach);
  if (call === null && mail === null) return null;
  return (
    <span className={style.links}>
      {call !== null && (
        <a href={call} className={`link standing ${style.link}`}>
          {reach.phone}
        </a>
      )}
      {mail !== null && (
        <a href={mail} className={`link standing ${style.link} ${style.mail}`} aria-label={reach.email ?? undefined}>
          <Breakable text={reach.email ?? ''} />
        </a>
      )}
    </span>
  );
}
