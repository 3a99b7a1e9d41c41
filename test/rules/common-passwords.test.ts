import fc from 'fast-check';
import { expect, it } from 'vitest';
import { guessableProblem } from '../../src/resources/vocabulary/common-passwords.ts';

const own = ['ria.estevez@granite.example', 'Ria', 'Estevez', 'Granite Builders, Inc.'];
const common = 'is one of the most common passwords, or close to one';
const predictable = 'has little but repetitions and runs such as 1234 or qwerty';
const personal = 'has little but the name, the e-mail address or the firm of the user';

const listed = (text: string): string[] => text.trim().split(/\s+/);

const commonOnes = `
  password Password123! P4ssw0rd Summer2026! P@ssw0rd p@ssword1 Pa55word P@$$w0rd!? p.a.s.s.w.o.r.d
  passwordpassword PasswordAdmin xPassword Tru$tn01 1l0vey0u Pass@123`;

it.each([...listed(commonOnes), '2026 Letmein'])('%s is common', (password) => {
  expect(guessableProblem(password, own)).toBe(common);
});

const predictableOnes = `
  12345678 87654321 12341234 123456789012 1234567891 147852369 789456123 11223344 12344321
  xxxxxxxx aaaaaaaa 12121212 zaq1zaq1 asd123asd qwertyqwerty Tr7!qTr7!q !@#$%^&*
  qwertyuiop poiuytrewq azertyuiop 1qaz2wsx zaq12wsx 123qweasd 1234qwer 1q2w3e4r 1q2w3e4r5t6y
  aa123456 abc12345 a1b2c3d4 12-34-56-78 qwe_asd_zxc 123456aA@ AbCdEfGh`;

it.each([...listed(predictableOnes), '        '])('%s is predictable', (password) => {
  expect(guessableProblem(password, own)).toBe(predictable);
});

it.each([
  ...['Estevez1', 'ria.estevez', 'RiaEstevez2026!', 'granite2026', 'Granite Builders', 'estevez@granite'],
  ...['Gr@n1te!', '3stevez99', 'Granite12345678', 'estevez-qwerty', 'Estevez84937261'],
  'ria.estevez@granite.example',
  'Ria.Estevez@Granite.Example1',
])('%s is made of own words', (password) => {
  expect(guessableProblem(password, own)).toBe(personal);
});

it.each([
  ...['granite and mortar', 'correct horse', 'correct horse battery', 'a wide blue door', 'Jk3#vv9!q', '84937261'],
  ...['пароль и соль', 'angel orange diamond', 'x7Kq2ria94Pz8', 'K2r1aPz9', 'springfield'],
])('%s is none of these', (password) => {
  expect(guessableProblem(password, own)).toBeUndefined();
});

it.each(['ria@gmail.com', 'ria@gmail.com.au'])('the end of %s is no word of its owner', (email) => {
  expect(guessableProblem('x7Kq2com94Pz8', [email])).toBeUndefined();
  expect(guessableProblem('x7comq2K', ['ria@gmail.com'])).toBeUndefined();
  expect(guessableProblem('Gmail.com2026', [email])).toBe(personal);
});

it('a name of two letters is no word of its owner', () => {
  expect(guessableProblem('x7Kq2jo9', ['Jo'])).toBeUndefined();
});

const ascii = Array.from({ length: 0x7f - 0x21 }, (_, index) => String.fromCharCode(0x21 + index));

it.each([
  ['lower-case letters and digits', ascii.filter((one) => /[a-z\d]/.test(one))],
  ['letters and digits', ascii.filter((one) => /[a-z\d]/i.test(one))],
  ['letters, digits and signs', ascii],
])('passwords of 12 random %s are none of these', (_, alphabet) => {
  const password = fc.string({ unit: fc.constantFrom(...alphabet), minLength: 12, maxLength: 12 });
  fc.assert(
    fc.property(fc.noBias(password), (random) => guessableProblem(random, own) === undefined),
    { numRuns: 3000, seed: 20260105 },
  );
});
