/** The frames in which what has the focus can go. */
const framesToGo = 60;

/** Gives the focus to the screen, as soon as what has it now is gone. Keys would act on nothing otherwise. */
export function focusMain(frames = framesToGo): void {
  if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
  else if (frames > 0) requestAnimationFrame(() => focusMain(frames - 1));
}
