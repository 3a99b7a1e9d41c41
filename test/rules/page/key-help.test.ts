import { describe, expect, it } from 'vitest';
import { everywhere, goTo, isCharacter, keyHelp, keysOf } from '../../../src/web/keys/key-names.ts';

const key = (does: string) => ({ does, act: () => undefined });

describe('the key help', () => {
  it('lists the keys of the screen before those of every screen, and the chords of one effect together', () => {
    const groups = keyHelp([
      { group: goTo, keys: { 'g p': key('Pipeline') } },
      { group: everywhere, keys: { '?': key('Show all keys') } },
      { group: 'A card', keys: { arrowdown: key('Next card'), j: key('Next card'), m: key('Move to a stage') } },
    ]);
    expect(groups).toEqual([
      {
        name: 'A card',
        lines: [
          { chords: ['arrowdown', 'j'], does: 'Next card' },
          { chords: ['m'], does: 'Move to a stage' },
        ],
      },
      { name: everywhere, lines: [{ chords: ['?'], does: 'Show all keys' }] },
      { name: goTo, lines: [{ chords: ['g p'], does: 'Pipeline' }] },
    ]);
  });

  it('leaves out a key that a later part of the screen has taken', () => {
    const groups = keyHelp([
      { group: 'A record', keys: { m: key('Move to a stage') } },
      { group: 'A card', keys: { m: key('Mark') } },
    ]);
    expect(groups).toEqual([{ name: 'A card', lines: [{ chords: ['m'], does: 'Mark' }] }]);
  });
});

describe('a chord', () => {
  it.each([
    ['ctrl+k', false, ['Ctrl', 'K']],
    ['ctrl+k', true, ['Cmd', 'K']],
    ['shift+arrowright', false, ['Shift', '→']],
    ['g p', false, ['G', 'P']],
    ['delete', false, ['Delete']],
    ['?', true, ['?']],
  ])('is shown as people read it: %s', (chord, isMac, keys) => {
    expect(keysOf(chord, isMac)).toEqual(keys);
  });

  it.each([
    ['m', true],
    ['shift+c', true],
    ['?', true],
    ['7', true],
    ['delete', false],
    ['arrowdown', false],
    ['shift+arrowright', false],
    ['ctrl+k', false],
  ])('may be pressed by accident if it is a character: %s', (chord, isOne) => {
    expect(isCharacter(chord)).toBe(isOne);
  });
});
