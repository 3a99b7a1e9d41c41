import { useState } from 'react';
import { api } from '../../data/api.ts';
import style from './data.module.css';

/** Downloads the archive of the firm. The browser writes it to disk. */
export function DownloadArchive() {
  const [isAsked, setAsked] = useState(false);
  return (
    <div className={style.part}>
      <p>
        The archive has records, deleted ones too, lists, settings, history, messages and imported files. It has no
        passwords, no tokens and no secrets of webhooks. Keep it as you would keep the data itself.
      </p>
      <p>
        <a className={style.link} href={`${api.baseUrl}/account/archive`} download onClick={() => setAsked(true)}>
          Download the archive
        </a>
      </p>
      <p role="status" className="small quiet">
        {isAsked
          ? 'The service writes the archive first. The download then begins by itself; you can go on working.'
          : ''}
      </p>
    </div>
  );
}
