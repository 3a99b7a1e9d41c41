import { expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import { account } from './support/page-parts.ts';
import { admin, signIn } from './support/signed-in-page.ts';
import { inBrowser } from './support/in-browser.ts';
import { violations } from './support/violations.ts';

inBrowser('the sign-in', (web) => {
  test('leads to the address that the person wanted to see', async () => {
    await using opened = await web.open('/pipeline?group=estimator');
    const { page, wrong } = opened;
    await page.waitForURL('**/sign-in?next=*');
    await signIn(page);
    await page.waitForURL('**/pipeline?group=estimator');
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Pipeline');
    expect(wrong).toEqual([]);
  });

  test('leads to no other site', async () => {
    await using opened = await web.open('/sign-in?next=//example.com/pipeline');
    await signIn(opened.page);
    await opened.page.waitForURL(({ origin, pathname }) => origin === web.url && pathname !== '/sign-in');
  });

  test('does not say whether the e-mail or the password was wrong, and keeps both', async () => {
    await using opened = await web.open('/sign-in');
    const { page } = opened;
    await page.getByLabel('E-mail').fill(admin.email);
    await page.getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').innerText()).not.toMatch(/wrong password|unknown e-mail/i);
    expect(await page.getByLabel('E-mail').inputValue()).toBe(admin.email);
    expect(await page.getByLabel('Password').inputValue()).toBe('wrong');
  });

  test('opens over the page when a session ends in mid-work, and sends what was typed', async () => {
    const { body } = await web.service.first.post('/projects', { project: { name: 'Riverside Elementary School' } });
    await using opened = await web.openSignedIn(`/projects/${body.project.id}`);
    const { page } = opened;
    await page.getByRole('button', { name: /empty fields$/ }).click();
    await page.getByRole('button', { name: 'Edit Description: empty' }).click();
    await page.getByRole('textbox', { name: 'Description' }).fill('Two wings, one gym');
    await page.context().clearCookies();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog', { name: /session has ended/ }).waitFor();
    await page.getByRole('dialog').getByLabel('Password').fill(admin.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('dialog', { name: /session has ended/ }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Edit Description: Two wings, one gym' }).waitFor();
    const read = async () => (await web.service.first.get(`/projects/${body.project.id}`)).body.project.description;
    await expect.poll(read, { timeout: 15_000 }).toBe('Two wings, one gym');
  });

  test('a link says at the field why it refuses a password, and takes another one, once', async () => {
    const user = await make(web.service.first, 'users', { first_name: 'Ria', last_name: 'Estevez' });
    const { url } = (await web.service.first.post(`/users/${user.id}/password_link`)).body.password_link;
    const path = `/set-password${new URL(url as string).hash}`;
    await using opened = await web.open(path);
    const { page } = opened;
    const choose = async (password: string): Promise<void> => {
      await page.getByLabel('New password').fill(password);
      await page.keyboard.press('Enter');
    };
    for (const [password, problem] of [
      ['P@ssw0rd', 'Password is one of the most common passwords, or close to one.'],
      ['1q2w3e4r5t6y', 'Password has little but repetitions and runs such as 1234 or qwerty.'],
      ['Estevez2026', 'Password has little but the name, the e-mail address or the firm of the user.'],
    ] as const) {
      await choose(password);
      await page.getByText(problem, { exact: true }).waitFor();
      const field = page.getByLabel('New password');
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      expect(await field.inputValue()).toBe(password);
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(await violations(page)).toEqual([]);
    }
    await choose('granite and mortar');
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await page.goto('about:blank');
    await page.goto(web.url + path);
    await choose('lime and granite');
    await page.getByText('This link cannot be used any more. Ask an admin for a new one, or').waitFor();
    await page.getByRole('link', { name: 'Sign in with a password' }).waitFor();
  });

  test('ends with the sign-out', async () => {
    await using opened = await web.open('/sign-in');
    const { page } = opened;
    await signIn(page);
    await account(page, 'Sign out');
    await page.waitForURL('**/sign-in');
    await page.goto(`${web.url}/pipeline`);
    await page.waitForURL('**/sign-in?next=*');
  });
});
