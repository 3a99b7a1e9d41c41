import { useEffect, useRef } from 'react';
import { browserStorage } from '../data/storage.ts';
import { holdKey, releaseKeys } from './held-keys.ts';
import { type HelpGroup, isCharacter, type Key, type KeyMap, keyHelp } from './key-names.ts';

interface KeyLayer {
  readonly group: string;
  readonly keys: () => KeyMap;
}

/** The key maps of what is on the screen. The last one is asked first. */
const layers: KeyLayer[] = [];

interface KeyOptions {
  /** The heading under which the key help lists the keys. */
  readonly group?: string;
  /** Whether the keys do something at the moment. Without it, they always do. */
  readonly isMeant?: () => boolean;
}

const noKeys: KeyMap = {};

/** Makes keys do something while the component is on the screen. */
export function useKeys(keys: KeyMap, { group = 'On this screen', isMeant }: KeyOptions = {}): void {
  const latest = useRef({ keys, isMeant });
  useEffect(() => {
    latest.current = { keys, isMeant };
  });
  useEffect(() => {
    const layer = { group, keys: () => (latest.current.isMeant?.() === false ? noKeys : latest.current.keys) };
    layers.push(layer);
    return () => void layers.splice(layers.indexOf(layer), 1);
  }, [group]);
}

/** The keys that act now, with words. */
export const currentKeys = (): readonly HelpGroup[] =>
  keyHelp(layers.map(({ group, keys }) => ({ group, keys: keys() })));

/** The keys that the command menu offers, and that do something now; those of the screen as a whole first. */
export function currentCommands(): readonly Command[] {
  const all = layers
    .toReversed()
    .flatMap(({ group, keys }) =>
      Object.entries(keys()).flatMap(([chord, key]) =>
        typeof key === 'object' && key.isCommand && key.when?.() !== false ? [{ ...key, group, chord }] : [],
      ),
    );
  // The last layer has the chord.
  return all.filter(({ chord }, index) => all.findIndex((one) => one.chord === chord) === index);
}

/** A key that the command menu offers. */
export interface Command extends Key {
  readonly group: string;
  readonly chord: string;
}

/** The time within which the second of two keys has to follow the first. */
const sequenceMs = 1000;

let first: { readonly chord: string; readonly at: number } | null = null;

/**
 * Letters and signs can be switched off in a browser (WCAG 2.1.4). Chords with Ctrl, and keys without a character,
 * always work.
 */
export const singleKeys = {
  get areOn(): boolean {
    return browserStorage.get('plumbline-single-keys') !== 'off';
  },
  set areOn(on: boolean) {
    browserStorage.set('plumbline-single-keys', on ? 'on' : 'off');
  },
};

/** Listens for keys, for as long as the page lives. */
export function listenForKeys(): void {
  window.addEventListener('keydown', holdKey, { capture: true });
  window.addEventListener('pointerdown', releaseKeys, { capture: true });
  window.addEventListener('keydown', leaveToInputMethod, { capture: true });
  window.addEventListener('keydown', (event) => {
    const chord = chordOf(event);
    if (isElsewhere(event, chord)) return;
    const sequence = first && event.timeStamp - first.at < sequenceMs ? `${first.chord} ${chord}` : null;
    first = null;
    const act = (sequence === null ? undefined : bound(sequence)) ?? bound(chord);
    if (act) {
      event.preventDefault();
      act();
    } else if (beginsSequence(chord)) {
      first = { chord, at: event.timeStamp };
    }
  });
}

/**
 * An input method takes keys to compose a text: its Enter confirms the text, and must not end an editor or send a form.
 * So nothing else on the page hears them. Safari reports that Enter after the composition, with the code 229.
 */
function leaveToInputMethod(event: KeyboardEvent): void {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- no other property has the code
  if (event.isComposing || event.keyCode === codeOfInputMethod) event.stopPropagation();
}

const codeOfInputMethod = 229;

/** Whether the key belongs to a dialog, to a text field or to the browser. */
function isElsewhere(event: KeyboardEvent, chord: string): boolean {
  if (event.defaultPrevented) return true;
  if (document.querySelector('dialog:modal') !== null) {
    // The browser's own search would take the focus out of the dialog.
    if (chord === 'ctrl+k') event.preventDefault();
    return true;
  }
  // A text field has chords of its own.
  if (chord.startsWith('ctrl+')) return ofTextFields.includes(chord) && isTyping(event);
  return isTyping(event) || (isCharacter(chord) && !singleKeys.areOn);
}

/** Undo, and select all. */
const ofTextFields = ['ctrl+z', 'ctrl+a'];

/** The modifiers and the key. Ctrl is Cmd on a Mac. */
function chordOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): string {
  const isLetter = key.length === 1;
  return [
    ctrlKey || metaKey ? 'ctrl+' : '',
    altKey ? 'alt+' : '',
    // Shift is part of a sign: `?` is not `shift+?`.
    shiftKey && (!isLetter || /[a-z]/i.test(key)) ? 'shift+' : '',
    key === ' ' ? 'space' : key.toLowerCase(),
  ].join('');
}

function bound(chord: string): (() => void) | undefined {
  const acts = layers.map(({ keys }) => {
    const key = keys()[chord];
    return typeof key === 'object' ? key.act : key;
  });
  return acts.findLast((act) => typeof act === 'function') ?? undefined;
}

const beginsSequence = (chord: string): boolean =>
  layers.some(({ keys }) => Object.keys(keys()).some((one) => one.startsWith(`${chord} `)));

function isTyping({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement) || target.matches('[type="checkbox"], [type="radio"]')) return false;
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}
