import type { Terminal } from './terminal.ts';

/** Shows the progress of long work. */
export interface ProgressBar {
  /** @param done the finished part of the whole; never less than in the last call. */
  readonly tell: (done: number) => void;
  /** Ends the line, so that the next output starts a new one. */
  readonly end: () => void;
}

const width = 40;

/**
 * Redraws a bar if standard error is a screen; otherwise writes a line for each tenth.
 * @param subject the name of the work, such as `the demo`.
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

/** Writes nothing, for a program that reads the output. */
export const silentProgress: ProgressBar = { tell: () => undefined, end: () => undefined };
