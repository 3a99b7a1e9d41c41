/** The person whom a link is for, as the page adds to it. A link of the command line has none. */
export interface LinkOwner {
  readonly email: string;
  readonly firm: string;
}

/** A link with its owner. Everything stands after the `#`, which browsers do not send. */
export const withOwner = (url: string, owner: LinkOwner): string =>
  `${url}&${new URLSearchParams({ email: owner.email, firm: owner.firm }).toString()}`;

/** The secret and the owner in the part of an address after its `#`. */
export function readLink(fragment: string): { readonly secret: string; readonly owner: LinkOwner | null } {
  const [secret = '', ...rest] = fragment.split('&');
  const known = new URLSearchParams(rest.join('&'));
  const [email, firm] = [known.get('email'), known.get('firm')];
  return { secret, owner: email === null || firm === null ? null : { email, firm } };
}

/** Whether an address works only on the machine of the service. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}
