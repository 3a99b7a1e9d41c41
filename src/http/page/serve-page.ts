import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { screens } from '../../resources/screens.ts';
import { sendFixed } from '../contract/fixed-answer.ts';
import { missingPath } from '../contract/missing-path.ts';
import { splitTarget } from '../contract/request-target.ts';
import { isHttps } from '../contract/service-url.ts';
import { cookieOf } from '../contract/session-cookies.ts';
import type { BuiltPage } from './built-page.ts';

/** Scripts, styles and requests of this origin alone. The nonce is for style elements that the page adds itself. */
const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Answers with the page. It reads the path itself and shows the screen. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** @returns the answer of every path that is a screen. */
export const pageSender =
  ({ html }: BuiltPage): SendPage =>
  (request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    const text = html
      .replace('nonce=""', `nonce="${nonce}"`)
      .replace('<html', ['<html', ...knownOf(request)].join(' '));
    return reply.type('text/html; charset=utf-8').header('content-security-policy', policy(nonce)).send(text);
  };

/** The attributes by which the page looks right before its script runs. */
function knownOf(request: FastifyRequest): string[] {
  const { cookie } = request.headers;
  const theme = themeOf(cookie);
  const hasSession = cookieOf(cookie, 'session', isHttps(request)) !== undefined;
  return [...(theme === null ? [] : [`data-theme="${theme}"`]), ...(hasSession ? ['data-session'] : [])];
}

/** The colour scheme that the person chose. */
function themeOf(cookie = ''): 'light' | 'dark' | null {
  const [, theme] = /(?:^|; )plumbline_theme=(light|dark)(?:;|$)/.exec(cookie) ?? [];
  return theme === 'light' || theme === 'dark' ? theme : null;
}

/** Serves the screens of the page and its files. Unknown paths elsewhere stay 404. */
export function servePage(app: FastifyInstance, page: BuiltPage): void {
  const send = pageSender(page);
  for (const screen of screens) {
    app.get(`/${screen}`, send);
    app.get(`/${screen}/*`, send);
  }
  app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
    const asset = page.assets.get(request.params.name);
    if (!asset) throw missingPath(splitTarget(request.raw.url ?? '/').path);
    return sendFixed(request, reply, asset);
  });
}
