import button from '../../parts/button/button.module.css';
import { Phone } from '../../parts/icons/icons.tsx';
import { Mail } from '../../parts/icons/screen-icons.tsx';
import { narrow, useMedia } from '../../parts/use-media.ts';
import style from './reach-buttons.module.css';
import { type Reach, useReach } from './use-reach.ts';

/** On a phone, what somebody opens the page for: to call and to write. */
export function ReachButtons(reach: Reach) {
  const isNarrow = useMedia(narrow);
  const { call, mail } = useReach(reach);
  if (!isNarrow || (call === null && mail === null)) return null;
  return (
    <div className={style.buttons}>
      {call !== null && (
        <a href={call} className={`${button.button} ${button.plain}`}>
          <Phone aria-hidden />
          Call
        </a>
      )}
      {mail !== null && (
        <a href={mail} className={`${button.button} ${button.plain}`}>
          <Mail aria-hidden />
          E-mail
        </a>
      )}
    </div>
  );
}
