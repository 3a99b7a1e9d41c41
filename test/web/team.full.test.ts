import { expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import { inBrowser } from './support/in-browser.ts';
import { reader, toast } from './support/page-parts.ts';
import { desk, phone } from './support/signed-in-page.ts';
import { violations } from './support/violations.ts';

inBrowser('the team of a project', (web) => {
  const read = reader(web);

  test.each([
    ['on a desk', desk],
    ['on a phone', phone],
  ])('takes people, changes their roles and lets them go, %s', async (where, options) => {
    const person = { email: `${where.slice(-3)}@granite.example`, first_name: 'Jo', last_name: 'Diaz', role: 'member' };
    const jo = await make(web.service.first, 'users', person);
    const project = await make(web.service.first, 'projects', { name: 'Team Lab' });
    const team = async (): Promise<[string, string[]][]> =>
      (await read(`/project_team_memberships?project_id=${project.id}`)).project_team_memberships.map(
        (member: { user: { id: string }; roles: { role: string }[] }) => [
          member.user.id,
          member.roles.map(({ role }) => role).toSorted(),
        ],
      );
    await using opened = await web.openSignedIn(`/projects/${project.id}`, options);
    const { page, wrong } = opened;
    if (options === phone) await page.getByRole('tab', { name: 'People' }).tap();
    await page.getByText('Nobody yet.').waitFor();
    await page.getByRole('button', { name: 'Add to the team' }).click();
    await page.getByLabel('Person').selectOption(jo.id);
    await page.getByLabel('Lead Estimator').check();
    await page.getByLabel('Scheduler').check();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Lead Estimator, Scheduler').waitFor();
    expect(await team()).toEqual([[jo.id, ['lead_estimator', 'scheduler']]]);

    await page.getByRole('button', { name: 'Roles of Jo Diaz' }).click();
    await page.getByLabel('Scheduler').uncheck();
    await page.getByLabel('Accountant').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Lead Estimator, Accountant').waitFor();
    expect(await team()).toEqual([[jo.id, ['accountant', 'lead_estimator']]]);

    // Roles that are deleted with their membership come back with it, not those of an earlier moment.
    web.service.clock.advance(1000);
    await page.getByRole('button', { name: 'Remove Jo Diaz from the team' }).click();
    await page.getByText('Nobody yet.').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Add');
    await page.getByRole('button', { name: 'Undo' }).click();
    await toast(page, 'Jo Diaz is back.');
    await page.getByText('Lead Estimator, Accountant').waitFor();
    expect(await team()).toEqual([[jo.id, ['accountant', 'lead_estimator']]]);
    expect(await violations(page)).toEqual([]);
    expect(wrong).toEqual([]);
  });
});
