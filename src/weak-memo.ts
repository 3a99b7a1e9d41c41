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
