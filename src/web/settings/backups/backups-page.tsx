import type { Schemas } from '../../../client/operations.ts';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useFormats } from '../../data/formats.ts';
import { useNow } from '../../data/now.ts';
import { api } from '../../data/api.ts';
import { PageHead } from '../page-head.tsx';
import { SettingsSection } from '../settings-section.tsx';
import style from './backups.module.css';

/** When the last backup of the installation was made, and whether that is recent enough. */
export function BackupsPage() {
  const { data: status } = useSuspenseQuery(backupStatusQuery);
  const warning = warningOf(status);
  return (
    <>
      <PageHead title="Backups">
        <p>
          A backup has all of this installation: every firm, with users, history and messages. Your IT person makes them
          with <code>plumbline backup</code>, or lets the service make them.
        </p>
      </PageHead>
      <SettingsSection title="Last backup">
        {warning !== null && (
          <p role="status" className={style.warning}>
            {warning}
          </p>
        )}
        {status.unsound.map(({ file, reason }) => (
          <p key={file} role="status" className={style.warning}>
            {file} counts as no backup: {faults[reason]}.
          </p>
        ))}
        {status.last !== null && <Last backup={status.last} count={status.count} />}
        <p className="small quiet">
          {status.every_hours === null
            ? 'The service makes no backups by itself (BACKUP_EVERY is not set).'
            : `The service makes a backup ${every(status.every_hours)}.`}
        </p>
      </SettingsSection>
    </>
  );
}

function Last({ backup, count }: { readonly backup: NonNullable<BackupStatus['last']>; readonly count: number }) {
  const { moment, count: shown } = useFormats();
  return (
    <dl className={style.facts}>
      <dt>Made</dt>
      <dd>
        <time dateTime={backup.made_at}>{moment(backup.made_at)}</time>, {ageOf(backup.made_at, useNow())}
      </dd>
      <dt>Size</dt>
      <dd>{inBytes(backup.size)}</dd>
      <dt>Verified</dt>
      <dd>{backup.verified ? 'Restored into a scratch database and compared' : 'No'}</dd>
      <dt>Kept</dt>
      <dd>{count === 1 ? '1 backup' : `${shown(count)} backups`}</dd>
    </dl>
  );
}

function warningOf({ state, last }: BackupStatus): string | null {
  if (state === 'none') return 'There is no backup. If the disk fails, all data is lost.';
  if (state === 'failing') return 'The service could not make the last backup. Its log has the reason.';
  if (state === 'late') return 'The last backup is old.';
  if (last?.verified === false) return 'The last backup was not verified.';
  return null;
}

const faults = {
  future: 'it tells a time that is still to come',
  damaged: 'it is damaged or incomplete',
  unreadable: 'the service may not read it',
} as const;

const every = (hours: number): string => {
  if (hours === 1) return 'every hour';
  if (hours % 24 !== 0) return `every ${hours} hours`;
  return hours === 24 ? 'every day' : `every ${hours / 24} days`;
};

const hourMs = 3_600_000;

/** `5 hours ago`, `2 days ago`, as this browser writes it. */
function ageOf(instant: string, now: Date): string {
  const hours = Math.max(0, Math.floor((now.getTime() - Date.parse(instant)) / hourMs));
  return hours < 48 ? ages.format(-hours, 'hour') : ages.format(-Math.floor(hours / 24), 'day');
}

const ages = new Intl.RelativeTimeFormat();

const sizes = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'].map(
  (unit) => new Intl.NumberFormat(undefined, { style: 'unit', unit, maximumFractionDigits: 1 }),
);

/** `52.1 MB`, as this browser writes it. */
function inBytes(bytes: number): string {
  const step = Math.min(Math.max(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 1), sizes.length);
  return sizes[step - 1]?.format(bytes / 1000 ** step) ?? '';
}

type BackupStatus = Schemas['BackupStatus'];

const backupStatusQuery = queryOptions({
  queryKey: ['backup_status'],
  queryFn: async ({ signal }): Promise<BackupStatus> =>
    (await api.send('GET /backup_status', { signal })).body.backup_status,
});
