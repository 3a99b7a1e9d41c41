import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { builtPage } from '../../support/programs/built-page.ts';
import { openBrowser } from '../../support/programs/browser.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
export const desk = { viewport: { width: 1280, height: 800 } };

/** The screens and colors in which the page must be accessible, by their names. */
export const looks = [
  ['on a desk', desk],
  ['on a desk in the dark', { ...desk, colorScheme: 'dark' }],
  ['on a phone', phone],
  ['on a phone in the dark', { ...phone, colorScheme: 'dark' }],
] as const;

/** The admin of the first firm in the template. */
export const admin = { email: 'admin@granite.example', password: 'correct horse battery' };

/** A page in a browser, and the faults that it has had. */
export interface OpenedPage extends AsyncDisposable {
  readonly page: Page;
  /** Script errors, refused policies, failed requests, and requests to another origin. */
  readonly wrong: string[];
}

export interface WebService {
  readonly service: TestService;
  /** Opens a path without a session. */
  open(path: string, options?: BrowserContextOptions): Promise<OpenedPage>;
  /** Opens a path as the admin of the first firm. */
  openSignedIn(path: string, options?: BrowserContextOptions): Promise<OpenedPage>;
}

type Pace = Exclude<NonNullable<Parameters<typeof startTestService>[1]>['pace'], undefined>;

/**
 * Starts a service with the page, and a browser. The browser's clock is that of the service.
 * @param pace turns jobs and deliveries on.
 * @param environment the settings of the operator.
 */
export async function startWebService(
  pace: Pace = null,
  environment: Readonly<Record<string, string>> = {},
): Promise<WebService & AsyncDisposable> {
  const page = await builtPage();
  const [service, browser] = await Promise.all([startTestService(environment, { page, pace }), openBrowser()]);
  const open = (path: string, options: BrowserContextOptions = desk) => openPage(browser, service, { path, options });
  let session: Promise<StorageState> | undefined;
  const openSignedIn = async (path: string, options: BrowserContextOptions = desk): Promise<OpenedPage> => {
    const storageState = await (session ??= sessionOf(open));
    const opened = await open(path, { ...options, storageState });
    // Only then do keys act.
    await opened.page.locator('h1').first().waitFor();
    return opened;
  };
  const end = async (): Promise<void> => {
    await browser.close();
    await service.stop();
  };
  return { service, open, openSignedIn, [Symbol.asyncDispose]: end };
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** The cookies of the admin, for the pages that sign in no one themselves. */
async function sessionOf(open: WebService['open']): Promise<StorageState> {
  await using opened = await open('/sign-in');
  await signIn(opened.page);
  return await opened.page.context().storageState();
}

/** Fills the form of the sign-in and sends it. */
export async function signIn(page: Page, { email, password } = admin): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

interface Opening {
  readonly path: string;
  readonly options: BrowserContextOptions;
}

async function openPage(browser: Browser, service: TestService, { path, options }: Opening): Promise<OpenedPage> {
  const context = await browser.newContext({ locale: 'en-US', ...options });
  const page = await context.newPage();
  // Shorter than the test's own timeout, so that a failure names what it waited for.
  page.setDefaultTimeout(15_000);
  await page.clock.install({ time: service.clock.now() });
  await page.clock.resume();
  const wrong: string[] = [];
  page.on('pageerror', (error) => void wrong.push(String(error)));
  page.on('console', (message) => {
    // The page asks whether there is a session; 401 is an answer to that.
    if (message.type() === 'error' && !message.location().url.endsWith('/session')) wrong.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(service.url)) wrong.push(request.url());
  });
  await page.goto(service.url + path);
  return { page, wrong, [Symbol.asyncDispose]: () => context.close() };
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
