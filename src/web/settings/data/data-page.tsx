import { PageHead } from '../page-head.tsx';
import { SettingsSection } from '../settings-section.tsx';
import { DownloadArchive } from './download-archive.tsx';
import { RestoreArchive } from './restore-archive.tsx';

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
    </>
  );
}
