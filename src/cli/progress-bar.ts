import type { Terminal } from './terminal.ts';

/** Tells how far a long piece of work has come. */
export interface ProgressBar {
  /** @param done of the whole; never less than the last time. */
  readonly tell: (done: number) => void;
  /** Leaves the line free for what is said next. */
  readonly end: () => void;
}

const width = 40;

/**
 * A bar that is drawn anew where standard error is a screen, elsewhere a line for each tenth.
 * @param subject what is being made, such as `the demo`.
 */
export function progressBar(terminal: Terminal, subject: string, whole: number): ProgressBar {
  const isScreen = terminal.isScreen === true;
  const step = isScreen ? 1 : 10;
  let shown = -step;
  return {
    tell(done) {
      const percent = whole === 0 ? 100 : Math.floor((done * 100) / whole);
      if (percent < shown + step && !(percent === 100 && shown < 100)) return;
      shown = percent - (percent % step);
      terminal.complain(isScreen ? `\r${subject}  ${bar(percent)} ${percent} %` : `${subject}: ${shown} %\n`);
    },
    end() {
      if (isScreen && shown >= 0) terminal.complain('\n');
    },
  };
}

function bar(percent: number): string {
  const filled = Math.round((percent * width) / 100);
  return `[${'#'.repeat(filled)}${' '.repeat(width - filled)}]`;
}

/** Says nothing: a machine listens. */
export const silentProgress: ProgressBar = { tell: () => undefined, end: () => undefined };
