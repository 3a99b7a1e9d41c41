import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** The violations of accessibility rules that axe calls serious or critical, each with its element. */
export async function violations(page: Page): Promise<string[]> {
  // The policy of the page refuses inline scripts, so the test brings axe by the debugger.
  await page.evaluate(await readFile(axe, 'utf8'));
  // Between two colors, a text has neither contrast.
  await page.evaluate(`document.getAnimations()
    .filter((one) => one instanceof CSSTransition)
    .forEach((one) => one.finish())`);
  return await page.evaluate<string[]>(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' ' + target.join(' '))))`);
}
