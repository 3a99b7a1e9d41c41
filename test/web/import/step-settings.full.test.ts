import { expect, test } from 'vitest';
import { csv, upload } from '../../support/data/importing.ts';
import { inBrowser } from '../support/in-browser.ts';

inBrowser('the settings of a step', (web) => {
  test('show the defaults of what the mapping leaves out', async () => {
    const item = await upload(web.service.first, 'projects', csv(['Title', 'Amount'], ['Depot', '4.200,50']));
    const mapping = {
      columns: [
        { from: ['Title'], to: 'name', transform: [{ map: { values: { Depot: 'Station' } } }] },
        { from: ['Amount'], to: 'amount', transform: [{ number: { decimal: ',' } }] },
      ],
    };
    await web.service.first.patch(`/imports/${item.id}`, { import: { mapping } });
    await using opened = await web.openSignedIn(`/import/${item.id}?step=map`);
    const { page } = opened;
    const shown = async (column: string, setting: string): Promise<string> => {
      const row = page.locator(`[data-column="${column}"]`);
      await row.locator('summary').click();
      return await row.getByRole('combobox', { name: setting }).locator('option:checked').innerText();
    };
    expect(await shown('Title', 'All other values')).toBe('stay as they are');
    expect(await shown('Amount', 'Numbers such as')).toBe('1.234,56');
  });
});
