import { type ReactNode, useRef } from 'react';
import { Button } from '../../parts/button/button.tsx';

interface Props {
  readonly look?: 'plain' | 'bare';
  readonly children: ReactNode;
  readonly onPick: (files: readonly File[]) => void;
}

/** A button that opens the browser's choice of files; on a phone, of photos and the camera too. */
export function FilePicker({ look = 'plain', children, onPick }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look={look} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          onPick([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </>
  );
}
