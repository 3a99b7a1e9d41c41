import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The shell without windows is first: it takes less than half the processor time of the whole browser. */
const places = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
);

/** The path of Chromium, from `CHROMIUM` or from one of the usual places; null if there is none. */
export const chromiumProgram = process.env['CHROMIUM'] ?? places.find((place) => existsSync(place)) ?? null;

if (chromiumProgram === null && process.env['CI'] === 'true') {
  throw new Error('There is no Chromium: install it, or name it by CHROMIUM.');
}
if (chromiumProgram === null) {
  console.warn(
    'There is no Chromium: the tests in a browser do not run. "apt-get install chromium-headless-shell", or set CHROMIUM.',
  );
}

/** Starts a browser that sends no requests by itself. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumProgram ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
