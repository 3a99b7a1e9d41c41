import type { BrowserContextOptions, Page } from 'playwright-core';
import { builtPage } from '../../support/programs/built-page.ts';
import { overNetwork, sharedBrowser } from '../../support/programs/browser.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';
import { type Cookies, type OpenedPage, Tabs } from './tabs.ts';

export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
export const desk = { viewport: { width: 1280, height: 800 } };

/** The screens on which the page must be accessible, by their names. */
export const screens = [
  ['on a desk', desk],
  ['on a phone', phone],
] as const;

/** The admin of the first firm in the template. */
export const admin = { email: 'admin@granite.example', password: 'correct horse battery' };

export type { OpenedPage } from './tabs.ts';

export interface WebService {
  readonly service: TestService;
  /** The address of the page: plain http, and not of this machine. */
  readonly url: string;
  /** Opens a path without a session. */
  open(path: string, options?: BrowserContextOptions): Promise<OpenedPage>;
  /** Opens a path as the admin of the first firm. */
  openSignedIn(path: string, options?: BrowserContextOptions): Promise<OpenedPage>;
}

type Pace = Exclude<NonNullable<Parameters<typeof startTestService>[1]>['pace'], undefined>;

/**
 * Starts a service with the page, which the shared browser reaches over plain http. The clock of its tabs is that of the
 * service.
 * @param pace turns jobs and deliveries on.
 * @param environment the settings of the operator.
 */
export async function startWebService(
  pace: Pace = null,
  environment: Readonly<Record<string, string>> = {},
): Promise<WebService & AsyncDisposable> {
  const page = await builtPage();
  const [service, browser] = await Promise.all([startTestService(environment, { page, pace }), sharedBrowser()]);
  const url = overNetwork(service.url);
  const tabs = new Tabs(browser, url);
  const openWith = (cookies: Cookies, path: string, options: BrowserContextOptions = desk): Promise<OpenedPage> =>
    tabs.open({ path, options: { locale: 'en-US', ...options }, cookies, now: service.clock.now() });
  const open: WebService['open'] = (path, options) => openWith([], path, options);
  let session: Promise<Cookies> | undefined;
  const openSignedIn: WebService['openSignedIn'] = async (path, options) => {
    const opened = await openWith(await (session ??= sessionOf(open)), path, options);
    // Only then do keys act.
    await opened.page.locator('h1').first().waitFor();
    return opened;
  };
  const end = async (): Promise<void> => {
    await tabs.close();
    await service.stop();
  };
  return { service, url, open, openSignedIn, [Symbol.asyncDispose]: end };
}

/** The cookies of the admin, for the pages that sign in no one themselves. */
async function sessionOf(open: WebService['open']): Promise<Cookies> {
  await using opened = await open('/sign-in');
  await signIn(opened.page);
  return await opened.cookies();
}

/** Fills the form of the sign-in and sends it. */
export async function signIn(page: Page, { email, password } = admin): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

/** Makes somebody else's change of a record just before the page's next one, so that the page has not heard of it. */
export async function changeBefore(page: Page, path: string, change: () => Promise<unknown>): Promise<void> {
  let isMade = false;
  await page.route(`**/api/2023-01${path}`, async (route) => {
    const isTheirs = route.request().method() === 'PATCH' && !isMade;
    isMade ||= isTheirs;
    if (isTheirs) await change();
    await route.fallback();
  });
}
