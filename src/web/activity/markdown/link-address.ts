const schemes = ['https:', 'http:', 'mailto:', 'tel:'];

/** The address of a link as the browser reads it; null unless it leads to the web, an e-mail address or a telephone. */
export function linkAddress(href: string): string | null {
  if (!URL.canParse(href)) return null;
  const { protocol, href: address } = new URL(href);
  return schemes.includes(protocol) ? address : null;
}

/** Whether a link mentions a user: `user:7`. */
export const isMention = (href: string): boolean => /^user:\d{1,18}$/.test(href);
