/**
 * Resolves with the first SIGTERM or SIGINT; a second one ends the process at once, with status 1. At a terminal,
 * Ctrl-C reaches the service twice under `npm start`: once from the terminal and once through npm. So the same signal
 * again within a second counts as the first one.
 */
export function stopSignal(now: () => number = () => performance.now()): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let first: { signal: NodeJS.Signals; at: number } | undefined;
    const receive = (signal: NodeJS.Signals): void => {
      if (first && (signal !== first.signal || now() - first.at > echoMs)) process.exit(1);
      first ??= { signal, at: now() };
      resolve(signal);
    };
    process.on('SIGTERM', receive);
    process.on('SIGINT', receive);
  });
}

const echoMs = 1000;
