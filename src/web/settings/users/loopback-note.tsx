import style from './users.module.css';
import { isLoopback } from '../../data/link-owner.ts';

/** Says that colleagues cannot open a link, if its address works only on the machine of the service. */
export const LoopbackNote = ({ url }: { readonly url: string }) =>
  isLoopback(url) && (
    <p role="note" className={style.loopback}>
      Your colleagues cannot open this link: {new URL(url).host} means the computer on which it is opened. Start the
      service with <code>HOST=0.0.0.0</code>, or behind a proxy with <code>PUBLIC_URL</code>. Open this page at the
      address at which they reach it, and make a new link under Settings, Users.
    </p>
  );
