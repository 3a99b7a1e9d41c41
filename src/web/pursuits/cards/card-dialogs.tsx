import { lazyRouteComponent } from '@tanstack/react-router';
import { Late } from '../../parts/late.tsx';
import { usePrepared } from '../../parts/prepared.ts';
import type { CardDialogsProps } from './open-dialog.ts';

const CardDialog = lazyRouteComponent(() => import('./card-dialog.tsx'), 'CardDialog');

/** The menu of a card, and the dialogs that its actions and keys open. */
export function CardDialogs({ dialog, ...props }: CardDialogsProps) {
  usePrepared(CardDialog.preload);
  if (dialog === null) return null;
  return (
    <Late title={dialog.card.name} load={CardDialog.preload} onClose={() => props.onOpen(null)}>
      <CardDialog dialog={dialog} {...props} />
    </Late>
  );
}
