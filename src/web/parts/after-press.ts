let isPressed = false;

for (const [name, pressed] of [
  ['pointerdown', true],
  ['pointerup', false],
  ['pointercancel', false],
] as const) {
  window.addEventListener(name, () => (isPressed = pressed), { capture: true });
}

/**
 * Does something now, or once the pressed button of the mouse is up and its click is done. An edit that ends as soon as
 * the button goes down would move what was pressed away from the pointer.
 */
export function afterPress(act: () => void): void {
  if (!isPressed) act();
  else window.addEventListener('pointerup', () => setTimeout(act), { once: true });
}
