/** The supported content codings besides `identity`. On equal weights, the first one wins. */
export const codings = ['br', 'gzip'] as const;

export type Coding = (typeof codings)[number];

/**
 * The content coding of a response by `Accept-Encoding` (RFC 9110, 12.5.3); `null` for none.
 * `isRequired`: the client does not accept an uncompressed response.
 */
export function codingFor(acceptEncoding: string | undefined): {
  readonly coding: Coding | null;
  readonly isRequired: boolean;
} {
  if (acceptEncoding === undefined) return asItIs;
  const weights = weightsOf(acceptEncoding);
  const weightOf = (name: string): number | undefined => weights.get(name) ?? weights.get('*');
  const identity = weightOf('identity');
  const offered = codings.map((coding) => ({ coding, weight: weightOf(coding) ?? 0 }));
  const best = offered.reduce((one, other) => (other.weight > one.weight ? other : one));
  // A client that does not name `identity` prefers the codings that it names.
  const isWanted = best.weight > 0 && best.weight >= (weights.get('identity') ?? 0);
  return isWanted ? { coding: best.coding, isRequired: identity === 0 } : asItIs;
}

const asItIs = { coding: null, isRequired: false };

/** The weight of each coding, from 0 to 1. A malformed weight counts as 0. */
function weightsOf(header: string): ReadonlyMap<string, number> {
  const entries = header.split(',').map((part): [string, number] => {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length) ?? '1';
    return [
      name === 'x-gzip' ? 'gzip' : name,
      /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0,
    ];
  });
  return new Map(entries);
}
