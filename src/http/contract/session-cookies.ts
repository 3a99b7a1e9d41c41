/** The lifetime of a cookie that stays when the browser closes: the longest that browsers allow, in seconds. */
const longestAge = 400 * 24 * 60 * 60;

/** The names of the cookies. Browsers accept a `__Host-` cookie only from this host, over HTTPS. */
const names = (isHttps: boolean) =>
  isHttps
    ? ({ session: '__Host-plumbline', browser: '__Host-plumbline_browser' } as const)
    : ({ session: 'plumbline_session', browser: 'plumbline_browser' } as const);

/** The cookie of a session, and the cookie by which the service knows a browser again. */
export type CookieKind = keyof ReturnType<typeof names>;

/** The beginning of a cookie's value, by its kind. */
export const cookiePrefixes: Readonly<Record<CookieKind, string>> = { session: 'plbw_', browser: 'plbk_' };

/** The name of the session's cookie. */
export const sessionCookieName = (isHttps: boolean): string => names(isHttps).session;

/** The value of a cookie that the service has set; `undefined` if the header has none of the right form. */
export function cookieOf(header: string | undefined, kind: CookieKind, isHttps: boolean): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  const start = `${names(isHttps)[kind]}=`;
  const values = pairs.filter((pair) => pair.startsWith(start)).map((pair) => pair.slice(start.length));
  return values.find((value) => value.startsWith(cookiePrefixes[kind]) && /^\w{48}$/.test(value));
}

/** A `Set-Cookie` header. @param stays whether the browser keeps the cookie when it closes. */
export const cookieToSet = (
  kind: CookieKind,
  value: string,
  { isHttps, stays }: { isHttps: boolean; stays: boolean },
) => withAttributes(`${names(isHttps)[kind]}=${value}`, isHttps) + (stays ? `; Max-Age=${longestAge}` : '');

/** The `Set-Cookie` header that removes the session's cookie. */
export const clearedSession = (isHttps: boolean): string =>
  `${withAttributes(`${names(isHttps).session}=`, isHttps)}; Max-Age=0`;

const withAttributes = (pair: string, isHttps: boolean): string =>
  `${pair}; Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
