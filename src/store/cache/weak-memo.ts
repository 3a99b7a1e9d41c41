import { sharedEngine } from '../../database/database-time.ts';
import type { Engine } from '../../database/engine.ts';

/** Keeps one value per object. The value is made on first use and is garbage-collected with the object. */
export function weakMemo<Owner extends object, Kept>(make: (owner: Owner) => Kept): (owner: Owner) => Kept {
  const known = new WeakMap<Owner, Kept>();
  return (owner) => {
    const last = known.get(owner);
    if (last !== undefined) return last;
    const kept = make(owner);
    known.set(owner, kept);
    return kept;
  };
}

/** Keeps one value per engine, shared by all requests. */
export function memoByEngine<Kept>(make: (engine: Engine) => Kept): (engine: Engine) => Kept {
  const known = weakMemo<Engine, Kept>(make);
  return (engine) => known(sharedEngine(engine));
}
