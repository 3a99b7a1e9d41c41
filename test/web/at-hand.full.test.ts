import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { make } from '../support/data/make.ts';
import { inBrowser } from './support/in-browser.ts';
import { centre, reader, toast } from './support/page-parts.ts';
import { desk, phone } from './support/signed-in-page.ts';
import { violations, violationsInBothColors } from './support/violations.ts';

const card = (page: Page, name: string): Locator => page.locator('[data-card]', { hasText: name });
const column = (page: Page, name: string): Locator => page.getByRole('region', { name: new RegExp(`^${name} `) });
const pane = (page: Page): Locator => page.getByRole('complementary', { name: 'Selected record' });
const searchOf = (page: Page): string => decodeURIComponent(new URL(page.url()).search);

inBrowser('what lies at the hand', (web) => {
  const read = reader(web);
  const project = (name: string, fields: object = {}): Promise<{ id: string }> =>
    make(web.service.first, 'projects', { name, ...fields });

  test('the menu of a card stands at the card, and nothing is shaded', async () => {
    await project('Menu Mill');
    await using opened = await web.openSignedIn('/pipeline?name=Menu Mill');
    const { page } = opened;
    const button = page.getByRole('button', { name: 'Actions for Menu Mill' });
    await button.click();
    const menu = page.getByRole('dialog', { name: 'Menu Mill' });
    const [at, from] = [await menu.boundingBox(), await button.boundingBox()];
    expect(at && from && Math.abs(at.y - (from.y + from.height))).toBeLessThanOrEqual(8);
    expect(at && from && Math.abs(at.x - from.x)).toBeLessThanOrEqual(8);
    const shade = "getComputedStyle(document.querySelector('dialog'), '::backdrop').backgroundColor";
    expect(await page.evaluate(shade)).toBe('rgba(0, 0, 0, 0)');
    expect(await menu.getByRole('option').allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringContaining('Due date'), 'Copy link', 'Delete', 'Won']),
    );
    await page.mouse.click(1100, 700);
    await menu.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Actions for Menu Mill');
    await button.click();
    await menu.waitFor();
    expect(await violationsInBothColors(page)).toEqual([]);
    expect(opened.wrong).toEqual([]);
  });

  test('its actions move, date, give, call and delete, and begin with what the card is about', async () => {
    const { id } = await project('Deed Mill', { bid_due_date: '2026-03-06' });
    await using opened = await web.openSignedIn('/pipeline?name=Deed Mill');
    const { page } = opened;
    const act = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: 'Actions for Deed Mill' }).click();
      await page.getByRole('option', { name, exact: true }).click();
    };
    await act('Move to Qualifying Shift →');
    await column(page, 'Qualifying').locator('[data-card]').waitFor();
    await act('Due date D');
    await page.keyboard.type('+7');
    await page.keyboard.press('Enter');
    await toast(page, 'Deed Mill is due Fri, Mar 13.');
    await act('Log call L');
    await page.getByRole('dialog', { name: 'Log call' }).getByRole('combobox', { name: 'Project' }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Project' }).inputValue()).toBe('Deed Mill');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await act('Copy link');
    await toast(page, 'The link is copied.');
    await act('Delete');
    await toast(page, 'Deed Mill is deleted.');
    await card(page, 'Deed Mill').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await card(page, 'Deed Mill').waitFor();
    expect((await read(`/projects/${id}`)).project).toMatchObject({ bid_due_date: '2026-03-13' });
  });

  test('a key opens a popover at the card that has the focus', async () => {
    await project('Key Mill');
    await using opened = await web.openSignedIn('/pipeline?name=Key Mill');
    const { page } = opened;
    await card(page, 'Key Mill').focus();
    await page.keyboard.press('a');
    const give = page.getByRole('dialog', { name: 'Give Key Mill to' });
    const [at, from] = [await give.boundingBox(), await card(page, 'Key Mill').boundingBox()];
    expect(at && from && at.y - (from.y + from.height)).toBeCloseTo(4, 0);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('Key Mill');
  });

  test('a filter is found by its value, and one Enter applies it', async () => {
    await project('Sift Mill');
    await using opened = await web.openSignedIn('/projects');
    const { page } = opened;
    await page.getByRole('grid').waitFor();
    await page.keyboard.press('f');
    const options = page.getByRole('dialog').getByRole('option');
    const first = async (): Promise<string[]> => (await options.allInnerTexts()).slice(0, 4);
    await expect.poll(first).toEqual(['Stage', 'Estimator', 'Bid due date', 'Amount']);
    await page.keyboard.type('qualif');
    await page.keyboard.press('Enter');
    const [stage] = (await read('/project_stages?name=Qualifying')).project_stages;
    await expect.poll(() => searchOf(page)).toBe(`?project_stage_id=${stage.id}`);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: 'Stage is Qualifying', exact: true }).click();
    await page.getByRole('option', { name: 'Tracking' }).click();
    await page.getByRole('button', { name: /^Stage is Qualifying or Tracking$/ }).waitFor();
    await page.getByRole('option', { name: 'Qualifying' }).click();
    await page.getByRole('button', { name: 'Stage is Tracking', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('f');
    await page.keyboard.type('due date');
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Next 7 days' }).click();
    await page.getByRole('button', { name: 'Bid due date until 7 days from now', exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('the record beside the board lies over it, and nothing behind it moves', async () => {
    for (let index = 0; index < 3; index += 1) await project(`Still Mill ${index}`);
    await using opened = await web.openSignedIn('/pipeline?name[starts_with]=Still', {
      viewport: { width: 1600, height: 900 },
    });
    const { page } = opened;
    const places = (): Promise<unknown> =>
      page.evaluate(
        "[...document.querySelectorAll('[data-column], [data-card]')].map((one) => one.getBoundingClientRect())",
      );
    await card(page, 'Still Mill 1').waitFor();
    const before = await places();
    await card(page, 'Still Mill 1').click();
    await pane(page).getByRole('heading', { name: 'Still Mill 1' }).waitFor();
    expect(await places()).toEqual(before);
    expect((await pane(page).boundingBox())?.x).toBe(1120);
  });

  test('while a card is dragged, the ways to close lie at the foot of the window', async () => {
    const { id } = await project('Tray Mill');
    await using opened = await web.openSignedIn('/pipeline?name=Tray Mill');
    const { page } = opened;
    const zone = page.locator('[data-category]', { hasText: /^Won$/ });
    expect(await zone.isVisible()).toBe(false);
    const from = await centre(card(page, 'Tray Mill'));
    await page.mouse.move(from.x, from.y);
    // The page loads what dragging needs when a pointer first moves.
    await card(page, 'Tray Mill').locator('xpath=ancestor-or-self::*[@draggable="true"]').waitFor();
    await page.mouse.down();
    await page.mouse.move(from.x + 20, from.y + 20, { steps: 4 });
    await zone.waitFor();
    const to = await centre(zone);
    expect(to.y).toBeGreaterThan(desk.viewport.height - 110);
    await page.mouse.move(to.x, to.y, { steps: 5 });
    await page.mouse.up();
    await page.getByRole('dialog', { name: 'Close Tray Mill as Won' }).waitFor();
    await page.getByRole('button', { name: 'Close as Won' }).click();
    await toast(page, 'Tray Mill closed as Won.');
    expect((await read(`/projects/${id}`)).project.close_type).toBe('won');
    expect(await zone.isVisible()).toBe(false);
  });

  test('a card has its whole name, and names the client once', async () => {
    const company = await make(web.service.first, 'companies', { name: 'Windmill School District' });
    const long = 'Windmill School District Elementary School Addition and Renovation, Package 2, North Wing';
    await project(long, { company_id: company.id, bid_due_at: '2026-12-18T18:00:00Z' });
    await project('Windmill Gym', { company_id: company.id });
    await using opened = await web.openSignedIn('/pipeline?name[starts_with]=Windmill');
    const { page } = opened;
    await card(page, 'Windmill Gym').getByText('Windmill School District').waitFor();
    expect(await card(page, long).getByTitle(long).count()).toBe(1);
    expect(await card(page, long).getByText('Windmill School District').count()).toBe(1);
    await card(page, long).getByText('12/18 12p').waitFor();
    const cells = await card(page, long).locator('[data-cells] > span').all();
    for (const cell of cells) expect((await cell.boundingBox())?.height).toBeLessThanOrEqual(28);
    // The board begins within 96 pixels.
    expect((await column(page, 'Tracking').boundingBox())?.y).toBeLessThanOrEqual(96);
  });

  test('grouped by estimator, people with bids come first and the others fold', async () => {
    const people = ['Ann', 'Ben', 'Cid'].map((name) => ({ email: `${name}@fold.example`, first_name: name }));
    const made = [];
    for (const person of people) made.push(await make(web.service.first, 'users', { ...person, role: 'member' }));
    await project('Fold Mill', { assigned_to_id: made[1]?.id, amount: 2_000_000 });
    await using opened = await web.openSignedIn('/pipeline?group=estimator&name=Fold Mill');
    const { page } = opened;
    await card(page, 'Fold Mill').waitFor();
    const columns = (): Promise<string[]> => page.locator('[data-column] h2').allInnerTexts();
    expect(await columns()).toEqual([expect.stringMatching(/^Ben\s+1$/)]);
    await column(page, 'Ben').getByText('$2M · ').waitFor();
    await page.getByRole('button', { name: /^Without bids/ }).click();
    expect((await columns()).length).toBeGreaterThan(3);
    expect((await columns())[0]).toMatch(/^Ben/);
  });

  test('on a phone a menu is a sheet at the foot, which a press above closes', async () => {
    await project('Sheet Mill');
    await using opened = await web.openSignedIn('/pipeline?name=Sheet Mill', phone);
    const { page } = opened;
    await page.getByRole('button', { name: 'Actions for Sheet Mill' }).tap();
    const sheet = page.getByRole('dialog', { name: 'Sheet Mill' });
    const box = await sheet.boundingBox();
    expect(box && [box.x, box.width, box.y + box.height]).toEqual([0, 360, 740]);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await page.touchscreen.tap(180, 20);
    await sheet.waitFor({ state: 'detached' });
  });
});
