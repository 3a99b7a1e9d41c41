import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Presses the first button of a name. */
export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).first().click();

export const box = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });

/** Copies what a dialog shows once, and checks that only its button closes it. @returns what was copied. */
export async function store(page: Page, label: string): Promise<string> {
  const dialog = page.getByRole('dialog');
  const value = await box(page, label).inputValue();
  await page.keyboard.press('Escape');
  await page.mouse.click(4, 4);
  await page.getByText('Store it first. The service does not show it again.').waitFor();
  await press(page, `Copy ${label.toLowerCase()}`);
  await page.getByText('Copied.').waitFor();
  expect(await pasted(page)).toBe(value);
  await press(page, 'I have stored it');
  await dialog.waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain(value);
  return value;
}

/** What the keys paste into a field of the open dialog. */
async function pasted(page: Page): Promise<string> {
  await page.evaluate(`document.querySelector('dialog').append(document.createElement('textarea'))`);
  const field = page.getByRole('dialog').locator('textarea');
  await field.press('Control+v');
  const text = await field.inputValue();
  await page.evaluate(`document.querySelector('dialog textarea').remove()`);
  return text;
}
