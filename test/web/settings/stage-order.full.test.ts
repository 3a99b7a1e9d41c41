import { expect, test } from 'vitest';
import { inBrowser } from '../support/in-browser.ts';
import { phone } from '../support/signed-in-page.ts';
import { violations } from '../support/violations.ts';

inBrowser('the order of stages in the settings', (web) => {
  const stages = async (): Promise<string[]> => {
    const { body } = await web.service.first.get('/project_stages?per_page=500');
    return (body.project_stages as { name: string }[]).map(({ name }) => name);
  };

  test('changes by Alt and the arrows, keeps the focus, and goes back by Ctrl Z', async () => {
    const before = await stages();
    await using opened = await web.openSignedIn('/settings/stages');
    const { page } = opened;
    await page.getByRole('button', { name: 'Move Tracking' }).focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Alt+ArrowDown');
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Move Tracking');
    await page.getByText(`Tracking is now 3 of ${before.length}.`).waitFor();
    const [tracking = '', second = '', third = '', ...others] = before;
    await expect.poll(stages).toEqual([second, third, tracking, ...others]);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(stages).toEqual(before);
    expect(opened.wrong).toEqual([]);
  });

  test('stays as it was changed while the service stores it', async () => {
    const before = await stages();
    await using opened = await web.openSignedIn('/settings/stages');
    const { page } = opened;
    await page.getByRole('button', { name: 'Move Tracking' }).focus();
    await page.evaluate(`{
      const list = document.querySelector('[aria-label="Move Tracking"]').closest('ul');
      window.places = new Set();
      const placeOf = (element) => [...list.children].indexOf(element.closest('li'));
      new MutationObserver(() => window.places.add(placeOf(document.querySelector('[aria-label="Move Tracking"]'))))
        .observe(list, { childList: true });
    }`);
    let reads = 0;
    page.on('requestfinished', (request) => {
      if (request.method() === 'GET' && request.url().includes('/project_stages?')) reads += 1;
    });
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(() => reads).toBeGreaterThan(0);
    const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';
    await page.evaluate(twoFrames);
    expect(await page.evaluate('[...window.places]')).toEqual([1]);
    await page.keyboard.press('Control+z');
    await page.waitForFunction('window.places.has(0)');
    // The page shows the order before the service has stored it.
    await expect.poll(stages).toEqual(before);
  });

  test('changes by the mouse', async () => {
    const before = await stages();
    await using opened = await web.openSignedIn('/settings/stages');
    const { page } = opened;
    await page
      .getByRole('button', { name: 'Move Estimating' })
      .dragTo(page.getByRole('list', { name: 'Stages' }).getByRole('listitem').first());
    await expect.poll(async () => (await stages())[0]).toBe('Estimating');
    await page.keyboard.press('Control+z');
    await expect.poll(stages).toEqual(before);
  });

  test('changes by a dialog, for fingers', async () => {
    await using opened = await web.openSignedIn('/settings/stages', phone);
    const { page } = opened;
    await page.getByRole('button', { name: 'Move On Hold' }).tap();
    await page.getByRole('option', { name: 'First' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('option', { name: 'First' }).tap();
    await expect.poll(async () => (await stages())[0]).toBe('On Hold');
  });
});
