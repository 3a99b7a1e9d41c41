/** Whether an `Accept` header prefers HTML to JSON (RFC 9110 §12.5.1). A wildcard alone means JSON. */
export function prefersHtml(accept = ''): boolean {
  const ranges = accept.toLowerCase().split(',').map(rangeOf);
  const weight = (...types: readonly string[]): number =>
    types.map((type) => ranges.find((range) => range.type === type)?.weight).find((found) => found !== undefined) ?? 0;
  return weight('text/html', 'text/*') > weight('application/json', 'application/*', '*/*');
}

function rangeOf(range: string): { readonly type: string; readonly weight: number } {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.slice(2));
  return { type, weight: weight >= 0 && weight <= 1 ? weight : 0 };
}
