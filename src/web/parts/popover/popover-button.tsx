import { type ReactNode, useState } from 'react';
import { Button } from '../button/button.tsx';
import { Popover } from './popover.tsx';

interface Props {
  readonly label: ReactNode;
  /** The name of the popover. */
  readonly title: string;
  /** @param close closes the popover. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a popover. Paper does not have it. */
export function PopoverButton({ label, title, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button data-chrome onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <Popover title={title} onClose={close}>
          {children(close)}
        </Popover>
      )}
    </>
  );
}
