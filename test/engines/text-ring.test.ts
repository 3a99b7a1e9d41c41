import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TextRing } from '../../src/store/cache/text-ring.ts';

const always = (): boolean => true;

it('a text ring holds the latest texts, each complete and in its latest version', () => {
  const written = fc.array(
    fc.record({
      key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      text: fc.string({ unit: 'grapheme', maxLength: 20 }),
    }),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(written, (texts) => {
      const ring = new TextRing<number>(100, 40);
      texts.forEach(({ key, text }, index) => ring.set(key, text, index));
      const sizes = texts.map(({ text }) => Buffer.byteLength(text));
      // The end of the ring can stay empty if the next text does not fit there.
      const surely = (index: number): boolean =>
        sizes.slice(index).reduce((sum, size) => sum + (size > 40 ? 0 : size), 0) <= 60 && (sizes[index] ?? 0) <= 40;
      for (const key of new Set(texts.map((one) => one.key))) {
        const last = texts.findLastIndex((one, index) => one.key === key && (sizes[index] ?? 0) <= 40);
        const kept = ring.get(key, (note) => note === last);
        if (kept !== undefined) expect(kept).toBe(texts[last]?.text);
        else expect(last >= 0 && surely(last)).toBe(false);
      }
    }),
    { numRuns: 2000 },
  );
});

it('a text ring drops the oldest texts for new ones, and stores no text that is too long', () => {
  const ring = new TextRing<string>(10, 6);
  ring.set('a', 'aaaa', '');
  ring.set('b', 'bbbb', '');
  ring.set('long', 'longer.', '');
  expect(['a', 'b', 'long'].map((key) => ring.get(key, always))).toEqual(['aaaa', 'bbbb', undefined]);
  ring.set('c', 'cccc', '');
  expect(['a', 'b', 'c'].map((key) => ring.get(key, always))).toEqual([undefined, 'bbbb', 'cccc']);
});

it('a text ring returns no text whose note fails the check', () => {
  const ring = new TextRing<number>(10, 6);
  ring.set('a', 'aaaa', 1);
  expect(ring.get('a', (note) => note === 2)).toBeUndefined();
  expect(ring.get('a', (note) => note === 1)).toBe('aaaa');
});
