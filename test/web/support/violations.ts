import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** The violations of accessibility rules that axe calls serious or critical, each with its element. */
export async function violations(page: Page): Promise<string[]> {
  return await violationsOf(page, {});
}

/** The violations in the dark and in the light, each with its colors. Leaves the page in the light. */
export async function violationsInBothColors(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await violationsOf(page, {});
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await violationsOf(page, { runOnly: rulesOfColors });
  return [...dark.map((one) => `dark: ${one}`), ...light.map((one) => `light: ${one}`)];
}

/** The only rules whose result depends on the colors of the page. They take half of the time. */
const rulesOfColors = ['color-contrast', 'link-in-text-block'];

async function violationsOf(page: Page, options: object): Promise<string[]> {
  // The policy of the page refuses inline scripts, so the test brings axe by the debugger, once for each document.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(await readFile(axe, 'utf8'));
  // Between two colors, and while a sheet fades in, a text has neither contrast. An endless animation cannot finish.
  await page.evaluate(`document.getAnimations()
    .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    .forEach((one) => one.finish())`);
  const all = JSON.stringify({ resultTypes: ['violations'], ...options });
  return await page.evaluate<string[]>(`axe.run(document, ${all}).then(({ violations }) =>
    violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' ' + target.join(' '))))`);
}
