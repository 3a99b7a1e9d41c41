import { expect, test } from 'vitest';
import { edit, field } from './support/page-parts.ts';
import { inBrowser } from './support/in-browser.ts';

inBrowser('the page over plain http in a network', (web) => {
  test('is no secure context, and shows a change in another tab', async () => {
    const { body } = await web.service.first.post('/projects', { project: { name: 'Riverside' } });
    await using opened = await web.openSignedIn(`/projects/${body.project.id}`);
    const { page } = opened;
    expect(await page.evaluate('[window.isSecureContext, location.protocol]')).toEqual([false, 'http:']);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole('heading', { name: 'Riverside' }).waitFor();
    await edit(page, 'Amount').click();
    await field(page, 'Amount').fill('2000');
    await page.keyboard.press('Enter');
    await other.getByRole('button', { name: 'Edit Amount: $2,000' }).waitFor();
    expect(opened.wrong).toEqual([]);
  });

  const failures = {
    'no channel between tabs': 'delete window.BroadcastChannel',
    'a storage that is switched off': `for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, { get: () => { throw new DOMException('Denied', 'SecurityError'); } });
    }`,
  };
  test.each(Object.entries(failures))('shows its frame and its screens with %s', async (_, script) => {
    await using opened = await web.openSignedIn('/tasks');
    const { page } = opened;
    await page.addInitScript(script);
    for (const [path, heading] of [
      ['/pipeline', 'Pipeline'],
      ['/tasks', 'Tasks'],
    ] as const) {
      await page.goto(web.url + path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
    }
    await page.keyboard.press('t');
    await page.getByRole('dialog', { name: 'New task' }).waitFor();
  });
});
