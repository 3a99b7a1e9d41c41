import { expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import { inBrowser } from './support/in-browser.ts';
import { reader, toast } from './support/page-parts.ts';
import { desk, phone } from './support/signed-in-page.ts';
import { violations } from './support/violations.ts';

inBrowser('a project', (web) => {
  const read = reader(web);
  const one = async (name: string) => (await read(`/projects?name=${name}`)).projects[0];

  test('can be copied: the copy has its facts, but a number, dates and a stage of its own', async () => {
    const { first } = web.service;
    const company = await make(first, 'companies', { name: 'Copperfield Schools' });
    const [sector] = (await read('/market_sectors')).market_sectors;
    const [, stage] = (await read('/project_stages')).project_stages;
    const facts = {
      ...{ company_id: company.id, amount: 4_200_000, square_feet: 12_000, market_sector_id: sector.id },
      ...{ work_scope: 'renovation', description: 'Two wings.\nOne gym.', address: { city: 'Austin', state: 'TX' } },
    };
    const own = { project_number: '26-0001', bid_due_date: '2026-12-18', project_stage_id: stage.id };
    const { id } = await make(first, 'projects', { name: 'Copper School', ...facts, ...own });
    await using opened = await web.openSignedIn(`/projects/${id}`);
    const { page } = opened;
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('option', { name: 'Copy the project' }).click();
    const name = page.getByLabel('Name (required)');
    expect(await name.inputValue()).toBe('Copper School (copy)');
    await name.fill('Copper School Phase 2');
    await page.keyboard.press('Control+Enter');
    await toast(page, 'Copper School Phase 2 is added.');
    const copy = await one('Copper School Phase 2');
    expect(copy).toMatchObject({
      ...{ amount: 4_200_000, square_feet: 12_000, work_scope: 'renovation', description: facts.description },
      ...{ project_number: null, bid_due_date: null, address: facts.address },
    });
    expect([copy.company.id, copy.market_sector.id]).toEqual([company.id, sector.id]);
    expect(copy.project_stage.id).not.toBe(stage.id);
    expect(opened.wrong).toEqual([]);
  });

  test('has no value of the draft of a new project in its copy, and leaves none there', async () => {
    const { id } = await make(web.service.first, 'projects', { name: 'Draft School', amount: 5_000_000 });
    await using opened = await web.openSignedIn('/pipeline');
    const { page } = opened;
    const form = page.getByRole('dialog', { name: 'New project' });
    const drafts = (): Promise<string> => page.evaluate('JSON.stringify({ ...localStorage })');
    await page.locator('h1').waitFor();
    await page.keyboard.press('c');
    await form.getByLabel('Bid due').first().fill('2031-03-20');
    await expect.poll(drafts).toContain('2031-03-20');
    await page.goto(`${web.url}/projects/${id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('option', { name: 'Copy the project' }).click();
    await form.getByLabel('Name (required)').fill('Draft School Phase 2');
    expect(await form.getByLabel('Bid due').first().inputValue()).toBe('');
    await expect.poll(drafts).toContain('Draft School Phase 2');
    await page.goto(`${web.url}/pipeline`);
    await page.locator('h1').waitFor();
    await page.keyboard.press('c');
    await form.getByText(/^Draft of .* restored/).waitFor();
    expect(await form.getByLabel('Name (required)').inputValue()).toBe('');
    expect(await form.getByLabel('Amount', { exact: true }).inputValue()).toBe('');
  });

  test.each([
    ['on a desk', desk],
    ['on a phone', phone],
  ])('closes with its final amount %s', async (where, options) => {
    const name = `Closed Gym ${where}`;
    const { id } = await make(web.service.first, 'projects', { name, amount: 1_000_000 });
    await using opened = await web.openSignedIn(`/projects/${id}`, options);
    const { page } = opened;
    await page.getByRole('button', { name: 'Move stage' }).click();
    await page.getByRole('option', { name: 'Won' }).click();
    const amount = page.getByLabel('Final amount');
    expect(await amount.inputValue()).toBe('1,000,000');
    await amount.fill('much');
    await page.getByRole('button', { name: 'Close as Won' }).click();
    await page.getByText('Write an amount, such as 4.2m or 850,000.').waitFor();
    await amount.fill('1.25m');
    await page.getByText('$1,250,000').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close as Won' }).click();
    await expect.poll(async () => (await one(name)).amount as number).toBe(1_250_000);
    expect((await one(name)).close_type).toBe('won');
  });

  test('keeps its amount when it closes from the board without another one', async () => {
    const { id } = await make(web.service.first, 'projects', { name: 'Kept Gym', amount: 77.5 });
    await using opened = await web.openSignedIn('/pipeline?name=Kept Gym');
    const { page } = opened;
    await page.locator(`[data-card="${id}"]`).focus();
    await page.keyboard.press('m');
    await page.keyboard.type('lo');
    await page.keyboard.press('Enter');
    await page.keyboard.type('pr');
    await page.keyboard.press('Enter');
    const [request] = await Promise.all([
      page.waitForRequest((sent) => sent.method() === 'PATCH'),
      page.keyboard.press('Enter'),
    ]);
    expect(Object.keys((request.postDataJSON() as { project: object }).project).sort()).toEqual([
      ...['award_date', 'loss_reason_id', 'project_stage_id'],
    ]);
    await toast(page, 'Kept Gym closed as Lost.');
  });
});
