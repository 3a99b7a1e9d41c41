import { useEffect } from 'react';

/** Loads a part of the page that a person may need next. */
export type Load = () => Promise<unknown> | undefined;

/** The parts that are not loaded yet, the ones that people open first, first. */
const parts = new Set<Load>();
let isAllowed = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The screen comes first. */
const afterMs = 1000;

/** Parts are loaded only while the connection works. It may be lost when they are needed. */
export function allowPreparing(isConnected: boolean): void {
  isAllowed = isConnected;
  begin();
}

/** Has parts loaded before they are needed. One that fails is loaded when it is needed. */
export function usePrepared(...loads: readonly (Load | undefined)[]): void {
  useEffect(() => {
    for (const load of loads) if (load) parts.add(load);
    begin();
    // The parts of a component are always the same.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}

function begin(): void {
  clearTimeout(timer);
  timer = isAllowed && parts.size > 0 ? setTimeout(() => void loadAll(), afterMs) : undefined;
}

async function loadAll(): Promise<void> {
  for (const load of parts) {
    parts.delete(load);
    try {
      await load();
    } catch {
      parts.add(load);
      return;
    }
  }
}
