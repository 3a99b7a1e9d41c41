import { type RefObject, useEffect, useRef } from 'react';

/**
 * Opens a modal dialog for as long as its component lives. The focus returns to where it was.
 * @param onOpen called once, when it is open. @returns ends what it began.
 */
export function useModal(
  onOpen: (dialog: HTMLDialogElement) => (() => void) | undefined,
): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const first = useRef(onOpen);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    const end = dialog.current ? first.current(dialog.current) : undefined;
    return () => {
      end?.();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return dialog;
}
