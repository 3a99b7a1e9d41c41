/** The part of PGlite's module that runs the main loop. */
interface MainLoop {
  _PostgresMainLoopOnce: () => void;
  stackRestore: (pointer: number) => void;
}

/**
 * PGlite catches every exception of its main loop and continues. This is correct for the jump with which Postgres
 * reports an error. After a panic, PGlite would loop forever. This function throws the panic out of the loop.
 */
export function throwWhatStops(module: MainLoop): void {
  const { _PostgresMainLoopOnce: runOnce, stackRestore } = module;
  let stop: { readonly cause: unknown } | undefined;
  module._PostgresMainLoopOnce = () => {
    try {
      runOnce();
    } catch (error) {
      const jump = error instanceof Object && 'status' in error && error.status === errorJump;
      if (!jump) stop = { cause: error };
      throw error;
    }
  };
  module.stackRestore = (pointer) => {
    if (stop !== undefined) throw stop.cause;
    stackRestore(pointer);
  };
}

/** The status with which PGlite leaves its main loop to handle an error. */
const errorJump = 100;
