import { expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import { inBrowser } from './support/in-browser.ts';

inBrowser('addresses', (web) => {
  test.each(['/pipelne', '/pipeline/nothing', '/settings/nothing'])(
    '%s is not here, within the frame',
    async (path) => {
      await using opened = await web.openSignedIn(path);
      await opened.page.getByRole('heading', { name: 'Not here', exact: true }).waitFor();
      await opened.page.getByRole('navigation', { name: 'Main' }).waitFor();
    },
  );

  test('a search in the address is a filter that can be taken away', async () => {
    await make(web.service.first, 'projects', { name: 'Chip Tower' });
    await make(web.service.first, 'projects', { name: 'Other Tower' });
    await using opened = await web.openSignedIn('/pipeline?q=Chip');
    const { page } = opened;
    await page.getByRole('link', { name: /Chip Tower/ }).waitFor();
    expect(await page.getByRole('link', { name: /Other Tower/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Remove the filter Contains “Chip”' }).click();
    await page.getByRole('link', { name: /Other Tower/ }).waitFor();
  });
});
