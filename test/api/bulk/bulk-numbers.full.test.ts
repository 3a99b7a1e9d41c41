import { afterAll, beforeAll, expect, it } from 'vitest';
import { bulk } from '../../support/data/bulk.ts';
import { sharedService, type TestService } from '../../support/service/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.stop());

it('the most rows of one request get consecutive numbers in their order', { timeout: 300_000 }, async () => {
  const { first } = service;
  await first.patch('/account', { account: { project_number_pattern: 'B{###}' } });
  const rows = Array.from({ length: 10_000 }, (_, index) => ({ name: `Row ${index}` }));
  const results = await bulk(first, 'projects', rows);
  for (const index of [0, 49, 50, 200, 998, 999, 5000, 9999]) {
    const { body } = await first.get(`/projects/${results[index]?.id}`);
    expect(body.project.project_number).toBe(`B${String(index + 1).padStart(3, '0')}`);
  }
  const { project_numbers: numbers } = (await first.get('/account/project_numbers')).body;
  expect(numbers.project_number).toBe('B10001');
  const found = new Set<string>();
  for (let page = 1; page <= 20; page += 1) {
    const { body } = await first.get(`/projects?fields=project_number&per_page=500&page=${page}&sort=id`);
    for (const { project_number: number } of body.projects) found.add(number);
  }
  expect(found.size).toBe(10_000);
});
