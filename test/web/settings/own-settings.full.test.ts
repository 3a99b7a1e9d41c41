import { beforeAll, expect, test } from 'vitest';
import { signIn } from '../support/signed-in-page.ts';
import { inBrowser } from '../support/in-browser.ts';

inBrowser('a person, on the own page of the settings', (web) => {
  beforeAll(async () => {
    await web.service.first.post('/users', { user: { ...own, first_name: 'Dana', role: 'member' } });
  });

  const own = { email: 'dana@granite.example', password: 'the first password' };

  const signedIn = async (path: string) => {
    const opened = await web.open(`/sign-in?next=${path}`);
    await signIn(opened.page, own);
    await opened.page.locator('main h1').waitFor();
    return opened;
  };

  test('changes the own name', async () => {
    await using opened = await signedIn('/settings/me');
    const { page } = opened;
    await page.getByRole('button', { name: 'Edit Last name: empty' }).click();
    await page.getByRole('textbox', { name: 'Last name' }).fill('Reyes');
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Main' }).getByText('Dana Reyes').waitFor();
    expect(opened.wrong).toEqual([]);
  });

  test('ends a session elsewhere, which asks to sign in again', async () => {
    await using elsewhere = await signedIn('/settings/firm');
    await using opened = await signedIn('/settings/me');
    const { page } = opened;
    await page.getByText('· this browser').waitFor();
    await page
      .getByRole('button', { name: /^End the session/ })
      .first()
      .click();
    await page.getByText('The session has ended.').waitFor();
    await elsewhere.page.getByRole('link', { name: 'Companies' }).click();
    await elsewhere.page.getByRole('dialog', { name: /session has ended/ }).waitFor();
  });

  test('changes the own password, and a wrong one is refused at its field', async () => {
    await using opened = await signedIn('/settings/me');
    const { page } = opened;
    await page.getByLabel('Current password').fill('not the password');
    await page.getByLabel('New password').fill('the second password');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await expect.poll(() => page.getByLabel('Current password').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('New password').inputValue()).toBe('the second password');
    await page.getByLabel('Current password').fill(own.password);
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('The password is changed.').waitFor();
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('second password');
    own.password = 'the second password';
  });

  test('switches single keys off, and the colours of the page', async () => {
    await using opened = await signedIn('/settings/me');
    const { page } = opened;
    await page.getByRole('checkbox', { name: /Single keys act/ }).uncheck();
    await page.locator('main').getByRole('group', { name: 'Colors' }).getByRole('button', { name: 'Dark' }).click();
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    await page.getByRole('heading', { name: 'Me' }).click();
    await page.keyboard.press('t');
    await page.reload();
    await page.getByRole('checkbox', { name: /Single keys act/ }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByRole('checkbox', { name: /Single keys act/ }).isChecked()).toBe(false);
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
  });
});
