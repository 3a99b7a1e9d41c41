import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
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

      const make = async (hours: number, ending: string) => {
        const madeAt = new Date(web.service.clock.now().getTime() - hours * 3_600_000).toISOString();
        const name = `plumbline-${madeAt.replace(/[-:]|\.\d+/g, '')}${ending}.tar.gz`;
        await writeFile(join(folder, name), Buffer.alloc(1_234_567));
      };
      await make(72, '');
      await page.reload();
      await page.getByText('The last backup is old.').waitFor();
      await page.getByText('3 days ago').waitFor();
      await page.getByText('1.2 MB').waitFor();

      await make(5, '-unverified');
      await page.reload();
      await page.getByText('The last backup was not verified.').waitFor();

      await make(2, '');
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
