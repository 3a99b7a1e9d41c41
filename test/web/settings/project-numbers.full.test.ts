import { expect, test } from 'vitest';
import { make } from '../../support/data/make.ts';
import { inBrowser } from '../support/in-browser.ts';
import { reader, toast } from '../support/page-parts.ts';
import { admin, screens, signIn } from '../support/signed-in-page.ts';
import { violationsInBothColors } from '../support/violations.ts';

inBrowser('the numbers of projects', (web) => {
  const read = reader(web);
  const pattern = async (): Promise<string | null> => (await read('/account')).account.project_number_pattern;

  test('are turned on with an example of the next one, and off again', async () => {
    await make(web.service.first, 'projects', { project_number: '26-030' });
    await using opened = await web.openSignedIn('/settings/firm');
    const { page } = opened;
    await page.getByLabel('Give each new project a number').check();
    await page.getByText('The next project gets 26-031.').waitFor();
    await page.getByLabel('Pattern').fill('{YYYY}/{##}');
    await page.getByText('The next project gets 2026/01.').waitFor();
    await page.getByLabel('Pattern').fill('Job {MM}');
    await page.getByText('The pattern must have a counter such as {###}.').waitFor();
    await page.getByRole('button', { name: 'Save the numbers' }).click();
    await page.getByRole('alert').or(page.locator('[aria-invalid="true"]')).first().waitFor();
    expect(await pattern()).toBe(null);
    await page.getByLabel('Pattern').fill('{YY}-{###}');
    await page.getByLabel('Next number').fill('100');
    await page.getByText('The next project gets 26-100.').waitFor();
    await page.getByRole('button', { name: 'Save the numbers' }).click();
    await toast(page, 'The project numbers are saved.');
    expect(await pattern()).toBe('{YY}-{###}');
    expect((await read('/account/project_numbers')).project_numbers.next).toBe(100);
    await page.goto(`${web.url}/pipeline`);
    await page.locator('h1').waitFor();
    await page.keyboard.press('c');
    const form = page.getByRole('dialog', { name: 'New project' });
    await form.getByLabel('Name (required)').fill('Numbered School');
    await form.getByRole('button', { name: 'More fields' }).click();
    const number = form.getByLabel('Number', { exact: true });
    expect(await number.getAttribute('placeholder')).toBe('Given when you save');
    await number.press('Control+Enter');
    await toast(page, 'Numbered School is added.');
    expect((await read('/projects?name=Numbered School')).projects[0].project_number).toBe('26-100');
    await page.goto(`${web.url}/settings/firm`);
    await page.getByText('The next project gets 26-101.').waitFor();
    await page.getByLabel('Give each new project a number').uncheck();
    await page.getByRole('button', { name: 'Save the numbers' }).click();
    await toast(page, 'The project numbers are saved.');
    expect(await pattern()).toBe(null);
  });

  test('are told to people who may not change them', async () => {
    await web.service.first.patch('/account', { account: { project_number_pattern: '{YY}-{###}' } });
    const viewer = { email: 'number.reader@granite.example', password: admin.password };
    await web.service.first.post('/users', { user: { ...viewer, role: 'member' } });
    await using opened = await web.open('/sign-in');
    const { page } = opened;
    await signIn(page, viewer);
    await page.goto(`${web.url}/settings/firm`);
    await page.getByText('New projects get a number such as 26-001.').waitFor();
    expect(await page.getByLabel('Pattern').count()).toBe(0);
  });

  test.each(screens)('have an accessible form %s that fits', async (_, screen) => {
    await web.service.first.patch('/account', { account: { project_number_pattern: '{YY}-{###}' } });
    await using opened = await web.openSignedIn('/settings/firm', screen);
    const { page } = opened;
    await page.getByText('The next project gets 26-').waitFor();
    expect(await violationsInBothColors(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });
});
