/** What belongs to an object: made when it is first asked for, gone when the object is. */
export function keptWith<Owner extends object, Kept>(make: () => Kept): (owner: Owner) => Kept {
  const known = new WeakMap<Owner, Kept>();
  return (owner) => {
    const last = known.get(owner);
    if (last !== undefined) return last;
    const kept = make();
    known.set(owner, kept);
    return kept;
  };
}
