import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signIn } from './support/signed-in-page.ts';
import { inBrowser } from './support/in-browser.ts';
import { account } from './support/page-parts.ts';

inBrowser('the sign-in', (web) => {
  test('leaves nothing of the firm in the browser after the sign-out, in any tab', async () => {
    const { body } = await web.service.first.post('/companies', { company: { name: 'Harbor Trust' } });
    await using opened = await web.open('/sign-in');
    const { page } = opened;
    await signIn(page);
    await account(page, 'Dark');
    const [other, docs] = [await page.context().newPage(), await page.context().newPage()];
    await docs.goto(`${web.url}/docs/reference/projects/createProject`);
    await docs.locator('#createProject .try summary').click();
    await docs.locator('#createProject [name=token]').fill(web.service.tokens.first);
    await docs.locator('#createProject [name=token]').press('Tab');
    await other.goto(`${web.url}/companies/${body.company.id}`);
    await other.getByRole('heading', { name: 'Harbor Trust' }).waitFor();
    await other.keyboard.press('l');
    await other.getByRole('textbox', { name: 'Notes' }).fill('They want a budget.');
    const kept = (tab: Page): Promise<string> =>
      tab.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
    await expect.poll(() => kept(other)).toMatch(/Harbor Trust.*They want a budget|They want a budget.*Harbor Trust/);
    expect(await kept(docs)).toContain(web.service.tokens.first);

    await account(page, 'Sign out');
    await Promise.all([page, other].map((tab) => tab.waitForURL('**/sign-in')));
    await expect.poll(() => kept(page)).toBe('[{},{}]');
    await expect.poll(() => kept(other)).toBe('[{},{}]');
    await expect.poll(() => kept(docs)).toBe('[{},{"token":""}]');
    expect(await docs.locator('#createProject [name=token]').inputValue()).toBe('');
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
  });

  test('keeps the settings of the browser after the sign-out of several tabs', async () => {
    await using opened = await web.open('/sign-in');
    const { page } = opened;
    await signIn(page);
    const others = [await page.context().newPage(), await page.context().newPage()];
    for (const other of others) {
      await other.goto(`${web.url}/tasks`);
      await other.getByRole('heading', { name: 'Tasks' }).waitFor();
    }
    const settings = { 'plumbline-single-keys': 'off', language: 'python' };
    await page.evaluate(`void Object.assign(localStorage, ${JSON.stringify(settings)})`);
    await account(page, 'Sign out');
    for (const tab of [page, ...others]) {
      await tab.waitForURL('**/sign-in');
      await expect.poll(() => tab.evaluate('({ ...localStorage })')).toEqual(settings);
      expect(await tab.evaluate('({ ...sessionStorage })')).toEqual({});
    }
  });

  test('outlasts a tab that hears late of the sign-out before it', async () => {
    const { body } = await web.service.first.post('/companies', { company: { name: 'Delta Trust' } });
    await using opened = await web.open('/sign-in');
    const { page } = opened;
    await signIn(page);
    const late = await page.context().newPage();
    // A frozen tab receives the event when it wakes.
    await late.addInitScript(
      "addEventListener('storage', (event) => event.isTrusted && event.key === null && event.stopImmediatePropagation())",
    );
    await late.goto(`${web.url}/tasks`);
    await late.getByRole('heading', { name: 'Tasks' }).waitFor();
    await account(page, 'Sign out');
    await page.waitForURL('**/sign-in');
    await signIn(page);
    await page.goto(`${web.url}/companies/${body.company.id}`);
    await page.getByRole('heading', { name: 'Delta Trust' }).waitFor();
    await page.keyboard.press('l');
    await page.getByRole('textbox', { name: 'Notes' }).fill('They want a bond.');
    const drafts = (): Promise<string> => page.evaluate('JSON.stringify({ ...localStorage })');
    await expect.poll(drafts).toContain('They want a bond');
    await page.evaluate('window.isSamePage = true');

    await late.evaluate("window.isOld = true; dispatchEvent(new StorageEvent('storage', { key: null }))");
    await expect.poll(() => late.evaluate('window.isOld')).toBeUndefined();
    await late.getByRole('navigation', { name: 'Main' }).waitFor();
    expect(await drafts()).toContain('They want a bond');
    expect(await page.evaluate('window.isSamePage')).toBe(true);
    await page.getByRole('textbox', { name: 'Notes' }).waitFor();
  });
});
