import { afterAll, beforeAll, expect, test } from 'vitest';
import { furnishedPlace, type Place, run } from './command-line.ts';

let place: Place;
beforeAll(async () => {
  place = await furnishedPlace();
});
afterAll(() => place.remove());

test.each([
  ['12345678', 'has little but repetitions and runs such as 1234 or qwerty'],
  ['Northline2026', 'has little but the name, the e-mail address or the firm of the user'],
])('account create refuses the password %s of the admin, also from standard input', async (password, problem) => {
  const create = ['account', 'create', '--name', 'Northline', '--admin-email', 'ann@northline.example'];
  const refused = { status: 1, stdout: '', stderr: `error: --admin-password ${problem}\n` };
  expect(await run(place.environment, [...create, '--admin-password', password])).toEqual(refused);
  expect(await run(place.environment, [...create, '--admin-password-stdin'], `${password}\n`)).toEqual(refused);
});
