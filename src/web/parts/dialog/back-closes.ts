import { useEffect, useRef } from 'react';
import { narrow } from '../use-media.ts';

/** The dialogs that are open, the top one last. */
const open: { readonly close: () => void }[] = [];

/** Marks the entry in the history of the tab that Back leaves when a dialog is open. */
const mark = 'plumblineDialog';

let isLeaving = false;

const isMarked = (): boolean => (window.history.state as { readonly [mark]?: true } | null)?.[mark] === true;

/** Makes an entry of the same address. The router is not told: for it, nothing has changed. */
function addEntry(): void {
  if (isMarked()) return;
  const state: unknown = { ...(window.history.state as object | null), [mark]: true };
  History.prototype.pushState.call(window.history, state, '');
}

/** Leaves the entry once no dialog is open. Another one may open at once in place of the closed one. */
function leaveEntry(): void {
  setTimeout(() => {
    if (open.length > 0 || !isMarked()) return;
    isLeaving = true;
    window.history.back();
  });
}

let wasMarked = false;

function onPop(event: PopStateEvent): void {
  const hasLeft = wasMarked && !isMarked();
  wasMarked = isMarked();
  if (isLeaving) {
    isLeaving = false;
    event.stopImmediatePropagation();
  } else if (hasLeft && open.length > 0) {
    event.stopImmediatePropagation();
    open.at(-1)?.close();
    // The dialog may stay: it asks before it drops what somebody typed.
    setTimeout(() => {
      if (open.length > 0) mind();
    });
  } else if (isMarked() && open.length === 0) {
    // The person comes back to an entry whose dialog is gone.
    window.history.back();
  }
}

function mind(): void {
  addEntry();
  wasMarked = isMarked();
}

// Before the router's own listener.
window.addEventListener('popstate', onPop, { capture: true });

/** On a small screen, Back closes an open dialog and stays on the screen. @param close may leave it open. */
export function useBackCloses(close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
    // The screen behind the dialog may have replaced the entry.
    wasMarked = isMarked();
  });
  useEffect(() => {
    if (!window.matchMedia(narrow).matches) return;
    const own = { close: () => latest.current() };
    open.push(own);
    mind();
    return () => {
      open.splice(open.indexOf(own), 1);
      leaveEntry();
    };
  }, []);
}
