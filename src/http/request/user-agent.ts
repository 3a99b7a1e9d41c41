type Known = readonly (readonly [mark: RegExp, name: string])[];

/** Most browsers also name those that they imitate, so the order counts. */
const browsers: Known = [
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/Version\/\S+ .*Safari\//, 'Safari'],
];

const systems: Known = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
];

const nameOf = (known: Known, text: string): string | undefined => known.find(([mark]) => mark.test(text))?.[1];

/**
 * The browser that a `User-Agent` header names, with its system: `Chrome on Windows`. The first word of the header if it
 * names none, as in `curl`; `null` without a header.
 */
export function browserOf(userAgent: string | undefined): string | null {
  const text = (userAgent ?? '').slice(0, 512);
  const browser = nameOf(browsers, text);
  const system = nameOf(systems, text);
  if (browser === undefined) return /^[\w.-]{1,40}/.exec(text)?.[0] ?? null;
  return system === undefined ? browser : `${browser} on ${system}`;
}
