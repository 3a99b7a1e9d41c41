import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The path of Chromium, from `CHROMIUM` or from one of the usual places; null if there is none. */
export const chromiumProgram = process.env['CHROMIUM'] ?? places.find((place) => existsSync(place)) ?? null;

if (chromiumProgram === null && process.env['CI'] === 'true') {
  throw new Error('There is no Chromium: install it, or name it by CHROMIUM.');
}
if (chromiumProgram === null) {
  console.warn('There is no Chromium: the tests in a browser do not run. "apt-get install chromium", or set CHROMIUM.');
}

/** Starts a browser that sends no requests by itself. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumProgram ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
