import { useState } from 'react';
import { api } from '../../data/api.ts';
import { PageHead } from '../page-head.tsx';
import { SettingsSection } from '../settings-section.tsx';
import { RemoveSample } from './remove-sample.tsx';
import { RestoreArchive } from './restore-archive.tsx';
import style from './data.module.css';

/** All of the firm's data as one file, and back. */
export function DataPage() {
  return (
    <>
      <PageHead title="Data">
        <p>Your data is yours. Take all of it with you, or move in from another installation of Plumbline.</p>
      </PageHead>
      <SettingsSection title="Take everything with you">
        <DownloadArchive />
      </SettingsSection>
      <SettingsSection title="Move in from an archive">
        <RestoreArchive />
      </SettingsSection>
      <RemoveSample />
    </>
  );
}

/** Downloads the archive of the firm. The browser writes it to disk. */
function DownloadArchive() {
  const [isAsked, setAsked] = useState(false);
  return (
    <div className={style.part}>
      <p>
        The archive has records, deleted ones too, lists, settings, history, messages and imported files. It has no
        passwords, no tokens and no secrets of webhooks. Keep it as you would keep the data itself.
      </p>
      <p>
        <a className="link standing" href={`${api.baseUrl}/account/archive`} download onClick={() => setAsked(true)}>
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
