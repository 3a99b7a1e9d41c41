import { expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import type { Json } from '../support/service/client.ts';
import { inBrowser } from './support/in-browser.ts';
import { reader, toast } from './support/page-parts.ts';

inBrowser('a change that waits', (web) => {
  const read = reader(web);

  test('is sent by its own tab, not by a duplicate of the tab', async () => {
    const [first] = (await read('/project_stages')).project_stages as [Json];
    const project = await make(web.service.first, 'projects', { name: 'Twin Tunnel', project_stage_id: first.id });
    await using opened = await web.openSignedIn('/pipeline?name=Twin Tunnel');
    const { page } = opened;
    const card = `[data-card="${project.id}"]`;
    let release = (): void => undefined;
    const free = new Promise<void>((resolve) => (release = resolve));
    const sent: string[] = [];
    await page.context().route('**/api/**', async (route) => {
      if (route.request().method() === 'PATCH') {
        sent.push(route.request().url());
        await free;
      }
      await route.fallback();
    });
    await page.locator(card).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => sent.length).toBe(1);
    // Like a duplicate, the page that a script opens begins with a copy of the storage of the tab.
    const [twin] = await Promise.all([page.waitForEvent('popup'), page.evaluate('void window.open(location.href)')]);
    await twin.locator(card).waitFor();
    release();
    await toast(page, /^Twin Tunnel moved to /);
    expect(sent).toHaveLength(1);
    expect(await twin.getByText('that waited').count()).toBe(0);
  });
});
