/**
 * Does the work for each item, for at most `most` items at once.
 * @throws the first error, after all work that has begun has ended.
 */
export async function fewAtOnce<One>(
  many: readonly One[],
  most: number,
  work: (one: One) => Promise<unknown>,
): Promise<void> {
  const waiting = many.values();
  const worker = async (): Promise<void> => {
    for (const one of waiting) await work(one);
  };
  const ended = await Promise.allSettled(Array.from({ length: most }, worker));
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}
