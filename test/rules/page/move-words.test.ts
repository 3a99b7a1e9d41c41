import { describe, expect, it } from 'vitest';
import { moveWords } from '../../../src/web/pursuits/move-words.ts';

const stage = (name: string, default_probability: number | null, category = 'open') => ({
  name,
  category,
  default_probability,
});

const qualifying = stage('Qualifying', 0.1);
const estimating = stage('Estimating', 0.25);

describe('the words of a move', () => {
  it.each<[string, number | null, ReturnType<typeof stage>, string]>([
    ['a probability that somebody set', 0.6, estimating, ' Its probability was 60% and is now 25%.'],
    ['the default of the stage before', 0.1, estimating, ''],
    ['no probability', null, estimating, ''],
    ['the same probability', 0.25, estimating, ''],
    ['a stage without a default', 0.6, stage('Shortlisted', null), ''],
    ['a stage that closes', 0.6, stage('Won', 1, 'won'), ''],
  ])('name what a stage replaces: %s', (_, probability, to, further) => {
    expect(moveWords({ name: 'North Lab', probability, stage: qualifying }, to)).toBe(
      `North Lab moved to ${to.name}.${further}`,
    );
  });
});
