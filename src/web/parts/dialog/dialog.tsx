import { type MouseEvent, type ReactNode, useId } from 'react';
import { X } from '../icons/icons.tsx';
import type { Anchor } from '../popover/anchor.ts';
import { placeAt } from '../popover/placement.ts';
import { useBackCloses } from './back-closes.ts';
import style from './dialog.module.css';
import { useModal } from './use-modal.ts';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  /** Whether closing would lose what was typed: Escape then asks first. */
  readonly isDirty?: boolean;
  /** Whether a click outside closes it too. */
  readonly isLight?: boolean;
  /** Whether it only keeps keys and clicks from the page, and is not seen. */
  readonly isHidden?: boolean;
  /** Shows it at an element, without a shade over the screen. Screens use `Popover`. */
  readonly popover?: { readonly anchor: Anchor | null; readonly isWide: boolean };
  readonly children?: ReactNode;
}

/** A modal dialog. A click outside does not close a form, because it may hold what somebody typed. */
export function Dialog(props: Props) {
  const { title, onClose, isDirty = false, isLight = false, isHidden = false, popover, children } = props;
  const close = (): void => {
    if (mayClose(isDirty)) onClose();
  };
  const titleId = useId();
  useBackCloses(close);
  const dialog = useModal((opened) => {
    const endPlace = popover && placeAt(opened, popover.anchor);
    // A closed dialog takes no focus, so that React's autoFocus comes too early.
    opened.querySelector<HTMLElement>('[data-first]')?.focus();
    return endPlace;
  });
  return (
    <dialog
      ref={dialog}
      className={style.dialog}
      data-hidden={isHidden || undefined}
      data-popover={popoverLook(popover)}
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        close();
      }}
      // Only its owner closes a dialog. A browser can close it by itself, for example by the Back gesture of a phone.
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClose={() => dialog.current?.showModal()}
      onClick={(event) => {
        if (isLight && event.target === event.currentTarget && isOutside(event)) close();
      }}
    >
      <h2 id={titleId} className={style.title}>
        {title}
      </h2>
      {popover && (
        <button type="button" className={style.close} aria-label="Close" onClick={close}>
          <X aria-hidden />
        </button>
      )}
      {children}
    </dialog>
  );
}

const popoverLook = (popover: Props['popover']): 'wide' | 'narrow' | undefined => {
  if (!popover) return undefined;
  return popover.isWide ? 'wide' : 'narrow';
};

/** Whether a click on a dialog was on what lies around it. */
function isOutside({ currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/** Whether a dialog may close: asks first if that would lose what was typed. */
export const mayClose = (isDirty: boolean): boolean => !isDirty || window.confirm('Discard what you typed?');

/** The buttons at the foot of a dialog. */
export const DialogActions = ({ children }: { readonly children: ReactNode }) => (
  <div className={style.actions}>{children}</div>
);
