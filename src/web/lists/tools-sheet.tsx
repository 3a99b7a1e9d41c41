import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../parts/button/button.tsx';
import { Popover } from '../parts/popover/popover.tsx';
import style from './list-screen.module.css';

/** An action on a list as a whole. */
export interface ListTool {
  readonly name: string;
  readonly icon: ReactNode;
  readonly run: () => void;
}

interface Props {
  readonly title: string;
  readonly tools: readonly ListTool[];
  readonly onClose: () => void;
}

/** The actions on a list, one below the other, for narrow screens. */
export const ToolsSheet = ({ title, tools, onClose }: Props) => (
  <Popover title={title} onClose={onClose}>
    <ul>
      {tools.map(({ name, icon, run }) => (
        <li key={name}>
          <Button
            look="bare"
            className={style.tool}
            onClick={() => {
              // The next dialog, or the picture for the printer, begins without this one.
              flushSync(onClose);
              run();
            }}
          >
            {icon}
            {name}
          </Button>
        </li>
      ))}
    </ul>
  </Popover>
);
