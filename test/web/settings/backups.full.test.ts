import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeBackupFile } from '../../support/data/backup-files.ts';
import { inBrowser } from '../support/in-browser.ts';

const folder = await mkdtemp(join(tmpdir(), 'backups-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

inBrowser(
  'an admin, on the page of the backups',
  (web) => {
    test('sees the last backup, its size and its age, and is warned when there is none or it is old', async () => {
      await using opened = await web.openSignedIn('/settings/backups');
      const { page } = opened;
      await page.getByText('There is no backup. If the disk fails, all data is lost.').waitFor();
      await page.getByText('The service makes a backup every day.').waitFor();

      const make = (hours: number, isVerified: boolean) => {
        const madeAt = new Date(web.service.clock.now().getTime() - hours * 3_600_000);
        return writeBackupFile(folder, madeAt, { isVerified, bytes: 1_234_567 });
      };
      const future = await make(-72, true);
      await page.reload();
      await page.getByText('There is no backup.').waitFor();
      await page.getByText(`${future} counts as no backup: it tells a time that is still to come.`).waitFor();
      await rm(join(folder, future));

      await make(72, true);
      await page.reload();
      await page.getByText('The last backup is old.').waitFor();
      await page.getByText('3 days ago').waitFor();
      await page.getByText('1.2 MB').waitFor();

      await make(5, false);
      await page.reload();
      await page.getByText('The last backup was not verified.').waitFor();

      await make(2, true);
      await page.reload();
      await page.getByText('2 hours ago').waitFor();
      await page.getByText('Restored into a scratch database and compared').waitFor();
      await page.getByText('3 backups').waitFor();
      expect(await page.getByText(/is old|not verified|no backup/).count()).toBe(0);
      expect(opened.wrong).toEqual([]);
    });
  },
  null,
  { BACKUP_FOLDER: folder, BACKUP_EVERY: '24' },
);
