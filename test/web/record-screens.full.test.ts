import { expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import { changeBefore, phone } from './support/signed-in-page.ts';
import { violations } from './support/violations.ts';
import { inBrowser } from './support/in-browser.ts';
import { edit, field, reader, toast } from './support/page-parts.ts';

inBrowser('what each kind of record shows', (web) => {
  const read = reader(web);

  test('a project shows the days in each stage, the client, and what is done about it as tabs on a phone', async () => {
    const company = await make(web.service.first, 'companies', { name: 'Head Trust' });
    const [stage] = (await read('/project_stages?name=Verbal Award')).project_stages;
    const fields = { name: 'Head Lab', company_id: company.id, project_number: '26-7', amount: 4_215_000 };
    const project = await make(web.service.first, 'projects', { ...fields, project_stage_id: stage.id });
    await make(web.service.first, 'tasks', { title: 'Walk the roof', project_id: project.id });
    await using opened = await web.openSignedIn(`/projects/${project.id}`, phone);
    const { page, wrong } = opened;
    await page.getByRole('link', { name: 'Open Client' }).waitFor();
    await page.getByText('26-7', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Edit Amount: $4,215,000' }).waitFor();
    await page.getByRole('link', { name: 'Walk the roof' }).waitFor();
    const current = page.locator('[aria-current=step]');
    await current.getByText('0 days').waitFor();
    await current.getByText('Verbal Award').waitFor();
    await expect.poll(async () => (await current.boundingBox())?.x).toBeLessThan(180);
    await page.getByRole('button', { name: 'Move to On Hold' }).tap();
    await toast(page, 'Head Lab moved to On Hold.');
    await page.getByRole('button', { name: 'Undo' }).tap();
    await current.getByText('Verbal Award').waitFor();
    await page.getByRole('tab', { name: 'Work' }).tap();
    await page.getByRole('tabpanel').getByRole('link', { name: 'Walk the roof' }).waitFor();
    await page.getByRole('tab', { name: 'Facts' }).tap();
    await edit(page, 'Amount').tap();
    await field(page, 'Amount').fill('5m');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Edit Amount: $5,000,000' }).waitFor();
    await expect.poll(async () => (await read(`/projects/${project.id}`)).project.amount).toBe(5_000_000);
    await page.keyboard.press('Control+z');
    await toast(page, 'Amount of Head Lab is as it was.');
    await page.getByRole('button', { name: 'Edit Amount: $4,215,000' }).waitFor();
    await page.getByRole('tab', { name: 'History' }).tap();
    await page.getByText('created it').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(await violations(page)).toEqual([]);
    expect(wrong).toEqual([]);
  });

  test('changes of a record are undone from the last one on, and an earlier undo loses none', async () => {
    const project = await make(web.service.first, 'projects', { name: 'Order Lab', amount: 100 });
    const stored = async () => (await read(`/projects/${project.id}`)).project;
    const before = (await stored()).project_stage.name as string;
    await using opened = await web.openSignedIn(`/projects/${project.id}`);
    const { page } = opened;
    await page.getByRole('button', { name: 'Move to On Hold' }).click();
    await toast(page, 'Order Lab moved to On Hold.');
    await edit(page, 'Amount').click();
    await field(page, 'Amount').fill('250');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await stored()).amount).toBe(250);
    await page.getByRole('button', { name: 'Undo' }).click();
    await toast(page, 'You have changed it again since.');
    expect(await stored()).toMatchObject({ amount: 250, project_stage: { name: 'On Hold' } });
    await page.keyboard.press('Control+z');
    await toast(page, 'Amount of Order Lab is as it was.');
    expect(await stored()).toMatchObject({ amount: 100, project_stage: { name: 'On Hold' } });
    await edit(page, 'Amount').click();
    await field(page, 'Amount').fill('300');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await stored()).amount).toBe(300);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await stored()).amount).toBe(100);
    await page.keyboard.press('Control+z');
    await toast(page, 'Stage of Order Lab is as it was.');
    expect(await stored()).toMatchObject({ amount: 100, project_stage: { name: before } });
    expect(opened.wrong).toEqual([]);
  });

  test('a company shows what was won of what was decided, and begins a project for it', async () => {
    const company = await make(web.service.first, 'companies', { name: 'Decided Trust' });
    const stages = (await read('/project_stages')).project_stages as { id: string; name: string }[];
    const closed = async (stage: string, amount: number): Promise<void> => {
      const id = stages.find(({ name }) => name === stage)?.id;
      const fields = { name: `${stage} job`, company_id: company.id, amount, project_stage_id: id };
      await make(web.service.first, 'projects', fields);
    };
    await closed('Won', 300);
    await closed('Lost', 100);
    await closed('Lost', 600);
    await using opened = await web.openSignedIn(`/companies/${company.id}`);
    const { page, wrong } = opened;
    await page.getByText('33% 1 of 3').waitFor();
    await page.getByText('30% $300 of $1,000').waitFor();
    await page.getByRole('button', { name: 'New project for Decided Trust' }).click();
    await page.getByLabel('Name (required)').fill('Decided Annex');
    expect(await page.getByRole('combobox', { name: 'Client' }).inputValue()).toBe('Decided Trust');
    await page.keyboard.press('Control+Enter');
    await toast(page, 'Decided Annex is added.');
    expect((await read('/projects?name=Decided Annex')).projects).toMatchObject([{ company: { id: company.id } }]);
    expect(wrong).toEqual([]);
  });

  test('likely twins appear under the name while a record is made', async () => {
    await make(web.service.first, 'projects', { name: 'Twin Tower East', project_number: '26-9' });
    await using opened = await web.openSignedIn('/pipeline');
    const { page, wrong } = opened;
    await page.keyboard.press('c');
    await page.getByLabel('Name (required)').fill('Twin Tow');
    await page.getByText('Is it one of these?').waitFor();
    await page.getByRole('dialog').getByRole('link', { name: 'Twin Tower East' }).waitFor();
    await page.getByLabel('Name (required)').fill('Nothing like it');
    await page.getByText('Is it one of these?').waitFor({ state: 'detached' });
    expect(wrong).toEqual([]);
  });

  test('a phone number is called and an e-mail address is written to by a link', async () => {
    const fields = {
      first_name: 'Ann',
      email: 'ann@harbor.example',
      mobile_phone: '(214) 555-0113 ext. 12 / 555-0199',
    };
    const contact = await make(web.service.first, 'contacts', fields);
    await using opened = await web.openSignedIn(`/contacts/${contact.id}`, phone);
    const { page } = opened;
    const addressOf = (name: string) => page.getByRole('link', { name, exact: true }).getAttribute('href');
    expect(await addressOf('Call Mobile phone')).toBe('tel:2145550113;ext=12');
    expect(await addressOf('Write E-mail')).toBe('mailto:ann@harbor.example');
    await web.service.first.patch(`/contacts/${contact.id}`, {
      contact: { email: 'ann&o%27?bcc=x#1+@harbor.example' },
    });
    await expect.poll(() => addressOf('Write E-mail')).toBe('mailto:ann%26o%2527%3Fbcc%3Dx%231%2B@harbor.example');
  });

  test('a lead is archived and snoozed in the list on a phone', async () => {
    const first = await make(web.service.first, 'leads', { name: 'Phone First' });
    const second = await make(web.service.first, 'leads', { name: 'Phone Second' });
    await using opened = await web.openSignedIn(`/leads?id=${first.id},${second.id}`, phone);
    const { page, wrong } = opened;
    await page.getByRole('button', { name: 'Archive Phone First' }).tap();
    await toast(page, 'Phone First is archived.');
    await page.getByRole('button', { name: 'Snooze Phone Second' }).tap();
    await page.getByRole('button', { name: 'Snooze', exact: true }).tap();
    await page.getByText(/^Write a date, such as/).waitFor();
    await page.getByRole('dialog').getByLabel('Until').fill('+3');
    await page.getByRole('button', { name: 'Snooze', exact: true }).tap();
    await toast(page, /Phone Second sleeps until/);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect((await read(`/leads/${second.id}`)).lead.snooze_until).not.toBeNull();
    expect(await violations(page)).toEqual([]);
    expect(wrong).toEqual([]);
  });

  test('asks which value holds when somebody else has changed the same field, and only then', async () => {
    const project = await make(web.service.first, 'projects', { name: 'Clash Lab', amount: 100 });
    const change = (fields: object) => web.service.first.patch(`/projects/${project.id}`, { project: fields });
    const amount = async () => (await read(`/projects/${project.id}`)).project.amount;
    await using opened = await web.openSignedIn(`/projects/${project.id}`);
    const { page } = opened;
    await edit(page, 'Amount').waitFor();
    // The page does not hear of the changes.
    const isRead = (url: URL): boolean => url.pathname.endsWith(`/projects/${project.id}`);
    await page.route(isRead, (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()));
    const type = async (value: string): Promise<void> => {
      await edit(page, 'Amount').click();
      await field(page, 'Amount').fill(value);
      await page.keyboard.press('Enter');
    };
    await changeBefore(page, `/projects/${project.id}`, () => change({ square_feet: 500 }));
    await type('200');
    await expect.poll(amount).toBe(200);
    await changeBefore(page, `/projects/${project.id}`, () => change({ amount: 300 }));
    await type('400');
    const dialog = page.getByRole('dialog', { name: 'Somebody has changed Clash Lab meanwhile' });
    await dialog.getByText('You saw $200').waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('radio', { name: /\$300 ?now, by/ }).waitFor();
    expect(await dialog.getByRole('radio', { name: /\$400 ?yours/ }).isChecked()).toBe(true);
    await page.keyboard.press('Escape');
    const mark = page.getByRole('group', { name: 'Amount was not saved' });
    await mark.getByText('“400”').waitFor();
    expect(await amount()).toBe(300);
    await mark.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByRole('radio', { name: /\$300 ?now, by/ }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await amount()).toBe(300);
    await type('500');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(amount).toBe(500);
  });

  test('an open field sends nothing if nothing was typed, and asks if somebody has changed its value since', async () => {
    const project = await make(web.service.first, 'projects', { name: 'Open Mill', amount: 100 });
    const change = (fields: object) => web.service.first.patch(`/projects/${project.id}`, { project: fields });
    const amount = async () => (await read(`/projects/${project.id}`)).project.amount;
    await using opened = await web.openSignedIn(`/projects/${project.id}`);
    const { page } = opened;
    await edit(page, 'Amount').click();
    await field(page, 'Amount').waitFor();
    await change({ amount: 200, square_feet: 700 });
    await edit(page, 'Square feet').getByText('700').waitFor();
    await page.getByRole('heading', { name: 'Open Mill' }).click();
    await edit(page, 'Amount').getByText('$200').waitFor();
    expect(await amount()).toBe(200);
    await edit(page, 'Amount').click();
    await field(page, 'Amount').fill('300');
    await change({ amount: 250, square_feet: 800 });
    await edit(page, 'Square feet').getByText('800').waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Somebody has changed Open Mill meanwhile' });
    await dialog.getByRole('radio', { name: /\$250 ?now, by/ }).waitFor();
    expect(await amount()).toBe(250);
    expect(opened.wrong.filter((line) => !line.includes('412'))).toEqual([]);
  });

  test('a contact shows numbers and addresses whole on a phone, each on a line with its label', async () => {
    const reach = { mobile_phone: '(214) 555-0195', email: 'diana.porter@meadowbrook.example' };
    const contact = await make(web.service.first, 'contacts', { first_name: 'Diana', last_name: 'Porter', ...reach });
    await using opened = await web.openSignedIn(`/contacts/${contact.id}`, phone);
    const { page } = opened;
    const value = page.getByRole('button', { name: 'Edit Mobile phone: (214) 555-0195' });
    const [label, number] = [
      await page.getByText('Mobile phone', { exact: true }).boundingBox(),
      await value.boundingBox(),
    ];
    expect(number?.height).toBe(44);
    expect(middle(label)).toBeCloseTo(middle(number), 0);
    await page.getByRole('tab', { name: 'Facts' }).click();
    const fact = page.getByRole('button', { name: 'Edit First name: Diana' });
    expect(middle(await page.getByText('First name', { exact: true }).boundingBox())).toBeCloseTo(
      middle(await fact.boundingBox()),
      0,
    );
    expect(opened.wrong).toEqual([]);
  });

  test('the numbers and the addresses of the people of a company stand below each other', async () => {
    const company = await make(web.service.first, 'companies', { name: 'Column Trust' });
    const people = { Ann: 'a@b.example', Benedict: 'benedict.of.the.longest.address@column-trust.example' };
    for (const [first_name, email] of Object.entries(people))
      await make(web.service.first, 'contacts', {
        first_name,
        email,
        mobile_phone: '214 555 0101',
        company_id: company.id,
      });
    await using opened = await web.openSignedIn(`/companies/${company.id}`);
    const list = opened.page.getByRole('region', { name: 'Contacts' });
    for (const links of [list.getByRole('link', { name: '214 555 0101' }), list.getByRole('link', { name: '@' })]) {
      await expect.poll(() => links.count()).toBe(2);
      const [one, other] = [await links.first().boundingBox(), await links.last().boundingBox()];
      expect(one?.x).toBe(other?.x);
    }
  });
});

const middle = (box: { y: number; height: number } | null): number => (box ? box.y + box.height / 2 : Number.NaN);
