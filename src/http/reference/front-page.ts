import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pagePolicy, styledBy } from './html.ts';
import { vary } from '../contract/answer.ts';
import { apiPrefix } from '../../version.ts';

interface FrontPage {
  readonly version: string;
  /** Answers browsers. Without it, they get a small page of links. */
  readonly sendPage?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
}

/** Serves `/`: the page for browsers, and JSON with the addresses of the service for programs. */
export function serveFrontPage(app: FastifyInstance, by: FrontPage): void {
  const html = pageOf(by.version);
  app.get('/', async (request, reply) => {
    vary(reply, 'Accept');
    if (!prefersHtml(request.headers.accept)) return described(by.version, request.serviceUrl);
    if (by.sendPage) return by.sendPage(request, reply);
    return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(html);
  });
}

const described = (version: string, url: string) => ({
  name: 'Plumbline',
  version,
  api: url + apiPrefix,
  reference: `${url}/docs`,
  openapi: `${url}/openapi.json`,
  health: `${url}/health`,
});

const style = `
:root{color-scheme:light dark;--paper:#fff;--ink:#1c1f23;--quiet:#5a6270;--line:#d5d9df;--link:#0b57d0}
@media (prefers-color-scheme:dark){:root{--paper:#14171b;--ink:#e8eaed;--quiet:#a3abb8;--line:#343a43;--link:#8ab4f8}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{max-width:36rem;margin:0 auto;padding:clamp(2rem,10vh,6rem) 1.25rem 2rem}
h1{margin:0;font-size:2rem;line-height:1.2}
p{margin:.5rem 0 2rem;color:var(--quiet)}
ul{margin:0;padding:0;list-style:none;border-top:1px solid var(--line)}
li{border-bottom:1px solid var(--line)}
a{display:block;padding:.75rem 0;color:var(--link);text-decoration:none}
a:hover,a:focus-visible{text-decoration:underline}
a span{display:block;color:var(--quiet);font-size:.9rem}
code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}
`;

const policy = pagePolicy(styledBy(style));

/** Relative links, which work under any host name. */
const links = [
  ['docs', 'API reference', 'Every operation, with its schemas'],
  ['docs/errors', 'Errors', 'The meaning of each code'],
  ['openapi.json', 'OpenAPI document', 'For generators and tools'],
  ['health', 'Health', 'Whether the service runs, and on which engine'],
] as const;

const item = ([href, title, about]: (typeof links)[number]): string =>
  `<li><a href="${href}">${title}<span>${about}</span></a></li>`;

const pageOf = (version: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Plumbline</title><style>${style}</style></head>
<body>
<main>
<h1>Plumbline</h1>
<p>The pre-construction CRM for general contractors. Version ${version}.<br>The API is below <code>${apiPrefix}</code>.</p>
<ul>
${links.map(item).join('\n')}
</ul>
</main>
</body>
</html>
`;

/** Whether an `Accept` header prefers HTML to JSON (RFC 9110 §12.5.1). A wildcard alone means JSON. */
function prefersHtml(accept = ''): boolean {
  const ranges = accept.toLowerCase().split(',').map(rangeOf);
  const weight = (...types: readonly string[]): number =>
    types.map((type) => ranges.find((range) => range.type === type)?.weight).find((found) => found !== undefined) ?? 0;
  return weight('text/html', 'text/*') > weight('application/json', 'application/*', '*/*');
}

function rangeOf(range: string): { readonly type: string; readonly weight: number } {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.slice(2));
  return { type, weight: weight >= 0 && weight <= 1 ? weight : 0 };
}
