import { type ReactNode, useState } from 'react';
import { Dialog } from '../dialog/dialog.tsx';
import { type Anchor, anchorNow } from './anchor.ts';

interface Props {
  readonly title: string;
  /** Without it, the popover stands at what the person pressed. */
  readonly anchor?: Anchor | null;
  /** Whether it has columns or a form that needs more width. */
  readonly isWide?: boolean;
  /** Whether closing would lose what was typed: it then asks first. */
  readonly isDirty?: boolean;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/**
 * A dialog at the hand: beside the card, chip, head or row that was pressed. The screen behind it stays bright. Escape
 * and a press elsewhere close it. On a narrow screen it is a sheet at the foot.
 */
export function Popover({ anchor, isWide = false, ...dialog }: Props) {
  const [at] = useState(() => anchor ?? anchorNow());
  return <Dialog {...dialog} isLight popover={{ anchor: at, isWide }} />;
}
