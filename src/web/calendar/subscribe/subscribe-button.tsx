import { lazyRouteComponent } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../parts/button/button.tsx';
import { Late } from '../../parts/late.tsx';
import { usePrepared } from '../../parts/prepared.ts';
import type { Search } from '../../queries/address.ts';

const SubscribeDialog = lazyRouteComponent(() => import('./subscribe-dialog.tsx'), 'SubscribeDialog');

interface Props {
  readonly search: Search;
  /** The name with which a new feed begins. */
  readonly name: string;
}

/** Leads to the addresses at which other calendars read the bids. */
export function SubscribeButton(props: Props) {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  usePrepared(SubscribeDialog.preload);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Subscribe</Button>
      {isOpen && (
        <Late title="Subscribe" load={SubscribeDialog.preload} onClose={close}>
          <SubscribeDialog {...props} onClose={close} />
        </Late>
      )}
    </>
  );
}
