import { describe, expect, it } from 'vitest';
import type { FieldView } from '../../../src/web/fields/field-view.ts';
import { amount, cents, count, decimal, fraction } from '../../../src/web/fields/views/number-views.ts';
import { website } from '../../../src/web/fields/views/text-views.ts';

/** The value of a typed text; null if the view refuses it. */
function typed(view: FieldView, text: string): unknown {
  const { edit } = view;
  if (edit?.by !== 'line') throw new TypeError('the view has no line');
  const read = edit.read(text, {} as Parameters<typeof edit.read>[1]);
  return 'fault' in read ? null : read.value;
}

describe('a typed number', () => {
  it.each([
    ['4.2m', 4_200_000],
    ['4,2m', 4_200_000],
    ['1,25m', 1_250_000],
    ['850k', 850_000],
    ['$4,200,000', 4_200_000],
    ['4.200.000 €', 4_200_000],
    ['1.234.567,89', 1_234_567.89],
    ['4 200 000', 4_200_000],
    ['1200.50', 1200.5],
    ['12,34', 12.34],
    ['1,250', 1250],
    ['USD 1.2 million', 1_200_000],
    ['~850k', 850_000],
    ['1.234', null],
    ['12,3456', null],
    ['-5', null],
    ['(400)', null],
    ['5%', null],
    ['4.2m-5m', null],
    ['much', null],
    ['99999999999999', null],
  ])('of an amount: %s is %s', (text, value) => {
    expect(typed(amount, text)).toBe(value);
    expect(typed(cents, text)).toBe(value === null ? null : Math.round(value * 100));
  });

  it.each([
    ['12,500', 12_500],
    ['12.5k', 12_500],
    ['12,000 SF', 12_000],
    ['12 500', 12_500],
    ['12,5', null],
    ['12.5', null],
    ['-3', null],
    ['2147483648', null],
  ])('of units or an area: %s is %s', (text, value) => {
    expect(typed(count, text)).toBe(value);
  });

  it.each([
    ['60', 0.6],
    ['60%', 0.6],
    ['60 %', 0.6],
    ['0.6', 0.6],
    ['0,6', 0.6],
    ['.6', 0.6],
    ['0.6%', 0.006],
    ['12,5', 0.125],
    ['55.1', 0.551],
    ['1', 0.01],
    ['100', 1],
    ['0', 0],
    ['101', null],
    ['150%', null],
    ['-1', null],
    ['half', null],
  ])('of a probability: %s is %s', (text, value) => {
    expect(typed(fraction, text)).toBe(value);
  });

  it.each([
    ['-1.2345', -1.2345],
    ['1,2345', 1.2345],
    ['3%', null],
  ])('of a custom field: %s is %s', (text, value) => {
    expect(typed(decimal, text)).toBe(value);
  });

  it('of a probability below one percent is edited with its sign', () => {
    const { edit } = fraction;
    const text = edit?.by === 'line' ? edit.text(0.005, {} as Parameters<typeof edit.text>[1]) : '';
    expect([text, typed(fraction, text)]).toEqual(['0.5%', 0.005]);
  });
});

describe('an amount that somebody edits', () => {
  it.each([
    [13_500_000, '13,500,000'],
    [1_227_557.5, '1,227,557.5'],
    [0, '0'],
    [null, ''],
  ])('%s stands as %s, and is read as it was', (value, text) => {
    const { edit } = amount;
    if (edit?.by !== 'line') throw new TypeError('the view has no line');
    const shown = edit.text(value, {} as Parameters<typeof edit.text>[1]);
    expect(shown).toBe(text);
    expect(typed(amount, shown)).toBe(value);
  });
});

describe('a web address', () => {
  it.each([
    ['https://www.granite.example/', 'granite.example'],
    ['http://granite.example/jobs/', 'granite.example/jobs/'],
    ['granite.example', 'granite.example'],
    ['https://', 'https://'],
    [null, null],
  ])('%s is shown as %s', (value, text) => {
    expect(website.show(value, {} as Parameters<typeof website.show>[1])).toBe(text);
  });
});
