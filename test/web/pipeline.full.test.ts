import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { changeBefore, type OpenedPage, phone, signIn } from './support/signed-in-page.ts';
import { inBrowser } from './support/in-browser.ts';
import { dragOnto, neverAnswer } from './support/page-parts.ts';

const card = (page: Page, name: string) => page.locator('[data-card]', { hasText: name });
const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name} `) });

inBrowser('the pipeline', (web) => {
  /** Makes a project in an open stage, by its name. */
  async function project(name: string, stage: string, fields: object = {}): Promise<string> {
    const { body } = await web.service.first.post('/projects', {
      project: { name, project_stage_id: await stageId(stage), ...fields },
    });
    return body.project.id as string;
  }

  async function stageId(name: string): Promise<string> {
    const { body } = await web.service.first.get('/project_stages');
    return (body.project_stages as { id: string; name: string }[]).find((one) => one.name === name)?.id ?? '';
  }

  const read = async (id: string) =>
    (await web.service.first.get(`/projects/${id}?include=stage_changes`)).body.project;

  async function board(name: string): Promise<OpenedPage> {
    const opened = await web.openSignedIn('/pipeline');
    await card(opened.page, name).waitFor();
    return opened;
  }

  test('moves a project one stage on with one chord', async () => {
    const id = await project('Maple Clinic', 'Tracking');
    await using opened = await board('Maple Clinic');
    const { page, wrong } = opened;
    await card(page, 'Maple Clinic').focus();
    await page.keyboard.press('Shift+ArrowRight');
    await column(page, 'Qualifying').locator('[data-card]', { hasText: 'Maple Clinic' }).waitFor();
    await page.getByText('Maple Clinic moved to Qualifying.').waitFor();
    expect((await read(id)).project_stage.name).toBe('Qualifying');
    await expect.poll(() => page.evaluate('document.activeElement.dataset.card')).toBe(id);
    expect(wrong).toEqual([]);
  });

  test('moves a dragged card', async () => {
    const id = await project('Cedar Library', 'Tracking');
    await using opened = await board('Cedar Library');
    const { page } = opened;
    await dragOnto(page, card(page, 'Cedar Library'), column(page, 'Budgeting'));
    await page.getByText('Cedar Library moved to Budgeting.').waitFor();
    expect((await read(id)).project_stage.name).toBe('Budgeting');
  });

  test('closes a lost project with 4 keys and 4 letters', async () => {
    const id = await project('Harbor Garage', 'Estimating');
    await using opened = await board('Harbor Garage');
    const { page } = opened;
    await card(page, 'Harbor Garage').focus();
    await page.keyboard.press('m');
    await page.keyboard.type('lo');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Close Harbor Garage as Lost' }).waitFor();
    await page.keyboard.type('pr');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByText('Harbor Garage closed as Lost.').waitFor();
    expect(await read(id)).toMatchObject({
      close_type: 'lost',
      award_date: '2026-03-02',
      loss_reason: { name: 'Price' },
    });
    expect(await card(page, 'Harbor Garage').count()).toBe(0);
  });

  test('closes a won project with 3 keys and 2 letters', async () => {
    const id = await project('Oak Tower', 'Negotiating');
    await using opened = await board('Oak Tower');
    const { page } = opened;
    await card(page, 'Oak Tower').focus();
    await page.keyboard.press('m');
    await page.keyboard.type('wo');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Close Oak Tower as Won' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Oak Tower closed as Won.').waitFor();
    expect(await read(id)).toMatchObject({ close_type: 'won', award_date: '2026-03-02' });
  });

  test('moves a due date by days and keeps its hour, with 2 keys and 2 characters', async () => {
    const id = await project('Elm Depot', 'Estimating', { bid_due_at: '2026-03-06T20:00:00Z' });
    await using opened = await board('Elm Depot');
    const { page } = opened;
    await card(page, 'Elm Depot').focus();
    await page.keyboard.press('d');
    await page.keyboard.type('+7');
    await page.getByText('Fri, Mar 13, 2:00 PM').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Elm Depot is due Fri, Mar 13, 2:00 PM.').waitFor();
    // Summer time begins on March 8, so 2 p.m. is an hour earlier in UTC.
    expect(await read(id)).toMatchObject({ bid_due_date: '2026-03-13', bid_due_at: '2026-03-13T19:00:00Z' });
  });

  test('drops the hour of a bid on the same day without a time', async () => {
    const id = await project('Ash Depot', 'Estimating', { bid_due_at: '2026-03-06T20:00:00Z' });
    await using opened = await board('Ash Depot');
    const { page } = opened;
    await card(page, 'Ash Depot').focus();
    await page.keyboard.press('d');
    await page.keyboard.type('mar 6');
    await page.getByText('Fri, Mar 6', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Ash Depot is due Fri, Mar 6.').waitFor();
    expect(await read(id)).toMatchObject({ bid_due_date: '2026-03-06', bid_due_at_includes_time: false });
  });

  test('shows how many bids are overdue, and filters by them with one key', async () => {
    await project('Late Mill', 'Estimating', { bid_due_date: '2026-02-27' });
    await project('Calm Mill', 'Estimating', { bid_due_date: '2026-05-27' });
    await using opened = await board('Late Mill');
    const { page } = opened;
    await card(page, 'Calm Mill').waitFor();
    await page.keyboard.press('1');
    await card(page, 'Calm Mill').waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('is_overdue')).toBe('true');
    expect(await card(page, 'Late Mill').textContent()).toContain('due Feb 27, overdue');
  });

  test('judges what is late by the hour in the strip, on cards and in the column of past dates', async () => {
    const now = web.service.clock.now().getTime();
    const at = (minutes: number): string => new Date(now + minutes * 60_000).toISOString();
    await project('Clock gone', 'Estimating', { bid_due_at: at(-10), amount: 500 });
    await project('Clock sent', 'Estimating', { bid_due_date: '2026-02-20', submitted_at: at(-60) });
    await project('Clock ahead', 'Estimating', { bid_due_at: at(10) });
    await using opened = await web.openSignedIn('/pipeline?group=week&name[starts_with]=Clock');
    const { page } = opened;
    const strip = page.getByRole('listitem');
    await strip.getByRole('button', { name: 'Overdue 1' }).waitFor();
    await strip.getByRole('button', { name: 'Due today 1' }).waitFor();
    await column(page, 'Overdue').locator('[data-card]', { hasText: 'Clock gone' }).waitFor();
    await column(page, 'Submitted earlier').locator('[data-card]', { hasText: 'Clock sent' }).waitFor();
    expect(await column(page, 'Overdue').locator('[data-card]').count()).toBe(1);
    await page.keyboard.press('1');
    await card(page, 'Clock ahead').waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('dl').first().innerText()).toMatch(/Open\s+1/i);
  });

  test('gives a refused card back, says why, and offers another try', async () => {
    const id = await project('Birch Hall', 'Tracking');
    await using opened = await board('Birch Hall');
    const { page } = opened;
    let isDown = true;
    await page.route('**/api/2023-01/projects/*', (route) =>
      isDown && route.request().method() === 'PATCH'
        ? route.fulfill({ status: 409, contentType: 'application/problem+json', body: refusal })
        : route.continue(),
    );
    await card(page, 'Birch Hall').focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByText('Birch Hall was not changed. The stage is locked.').waitFor();
    await column(page, 'Tracking').locator('[data-card]', { hasText: 'Birch Hall' }).waitFor();
    isDown = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Birch Hall moved to Qualifying.').waitFor();
    expect((await read(id)).project_stage.name).toBe('Qualifying');
  });

  test('shows the move of another browser within a moment', async () => {
    const id = await project('Fir Arena', 'Tracking');
    await using opened = await board('Fir Arena');
    await web.service.first.patch(`/projects/${id}`, { project: { project_stage_id: await stageId('Shortlisted') } });
    await column(opened.page, 'Shortlisted').locator('[data-card]', { hasText: 'Fir Arena' }).waitFor();
  });

  test('asks which stage holds when somebody else has moved the card meanwhile', async () => {
    const id = await project('Ash Court', 'Tracking');
    await using opened = await board('Ash Court');
    const { page } = opened;
    const budgeting = await stageId('Budgeting');
    // The page does not hear of the change.
    await page.route('**/api/2023-01/projects?*', neverAnswer);
    await changeBefore(page, `/projects/${id}`, () =>
      web.service.first.patch(`/projects/${id}`, { project: { project_stage_id: budgeting } }),
    );
    await card(page, 'Ash Court').focus();
    await page.keyboard.press('Shift+ArrowRight');
    const dialog = page.getByRole('dialog', { name: 'Somebody has changed Ash Court meanwhile' });
    await dialog.getByText('You saw Tracking').waitFor();
    await dialog.getByRole('radio', { name: /Budgeting ?now, by/ }).waitFor();
    expect((await read(id)).project_stage.name).toBe('Budgeting');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Ash Court moved to Qualifying.').waitFor();
    expect((await read(id)).project_stage.name).toBe('Qualifying');
  });

  test('opens a project with Enter, and leaves the Enter of every other control alone', async () => {
    const id = await project('Pine School', 'Tracking');
    await using opened = await board('Pine School');
    const { page } = opened;
    await page.getByRole('button', { name: 'Overdue' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/is_overdue/);
    await page.keyboard.press('Enter');
    await card(page, 'Pine School').waitFor();
    await card(page, 'Pine School').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/projects/${id}`);
  });

  test('walks on after the focused card is closed', async () => {
    await project('Willow Court', 'Verbal Award');
    await project('Alder Court', 'Verbal Award');
    await using opened = await board('Willow Court');
    const { page } = opened;
    await card(page, 'Willow Court').focus();
    await page.keyboard.press('m');
    await page.keyboard.type('wo');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Close Willow Court as Won' }).waitFor();
    await page.keyboard.press('Enter');
    await card(page, 'Willow Court').waitFor({ state: 'detached' });
    await page.keyboard.press('j');
    await expect.poll(() => page.evaluate('document.activeElement.dataset.card ?? null')).not.toBeNull();
  });

  test('gives a viewer nothing to change', async () => {
    await project('Spruce Hall', 'Tracking');
    const viewer = { email: 'viewer@granite.example', password: 'correct horse battery' };
    await web.service.first.post('/users', { user: { ...viewer, role: 'viewer' } });
    await using opened = await web.open('/sign-in?next=/pipeline');
    const { page } = opened;
    await signIn(page, viewer);
    await card(page, 'Spruce Hall').focus();
    await page.keyboard.press('m');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('j');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Move / }).count()).toBe(0);
    expect(await column(page, 'Tracking').locator('[data-card]', { hasText: 'Spruce Hall' }).count()).toBe(1);
  });

  test('moves a card on a phone with two taps', async () => {
    const id = await project('Yew House', 'Tracking');
    await using opened = await web.openSignedIn('/pipeline', phone);
    const { page } = opened;
    await page.getByRole('button', { name: 'Actions for Yew House' }).tap();
    await page.getByRole('dialog').getByRole('option', { name: 'Qualifying' }).tap();
    await page.getByText('Yew House moved to Qualifying.').waitFor();
    expect((await read(id)).project_stage.name).toBe('Qualifying');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  });
});

const refusal = JSON.stringify({
  type: 'about:blank',
  title: 'Conflict',
  status: 409,
  detail: 'The stage is locked.',
  code: 'conflict',
});
