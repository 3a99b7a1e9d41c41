import type { SharedValue } from './shared-value.ts';

/**
 * The browser asks before it closes the page while the value holds something that would be lost. The page listens only
 * so long: a listener keeps a page out of the cache of the Back button.
 */
export function guardLeave<Value>(value: SharedValue<Value>, isAtRisk: (value: Value) => boolean): void {
  const askBeforeLeave = (event: BeforeUnloadEvent): void => event.preventDefault();
  value.subscribe(() => {
    if (isAtRisk(value.get())) window.addEventListener('beforeunload', askBeforeLeave);
    else window.removeEventListener('beforeunload', askBeforeLeave);
  });
}
