/** A function that answers soon-repeated questions about short texts from memory. */
export function remembered<Result>(work: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    if (text.length > longest) return work(text);
    const last = known.get(text);
    if (last !== undefined) return last;
    if (known.size >= most) known.clear();
    const result = work(text);
    known.set(text, result);
    return result;
  };
}

/** A function that keeps the answer to the last question, for a text of which many ask the same. */
export function rememberedLast<Result>(work: (text: string) => Result): (text: string) => Result {
  let last: { readonly text: string; readonly result: Result } | null = null;
  return (text) => {
    last = last?.text === text ? last : { text, result: work(text) };
    return last.result;
  };
}

const longest = 200;
const most = 1000;
