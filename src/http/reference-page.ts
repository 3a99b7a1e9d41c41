import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { errorsPage } from './errors-page.ts';

const contentSecurityPolicy = [
  "default-src 'none'",
  "base-uri 'none'",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "img-src 'self' data:",
  "script-src 'self'",
  "style-src 'self'",
].join('; ');

/**
 * Serves the document for people under `/docs`, from this origin alone, and the meaning of every error
 * under `/docs/errors`.
 */
export function referencePage(document: () => object): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    app.register(documentProvider(document));
    app.register(swaggerUi, {
      routePrefix: '/docs',
      uiConfig: { layout: 'BaseLayout', deepLinking: true, docExpansion: 'none', filter: true },
      theme: { title: 'Plumbline API' },
      staticCSP: contentSecurityPolicy,
    });
    const errors = errorsPage();
    app.get('/docs/errors', async (_request, reply) =>
      reply.type('text/html; charset=utf-8').header('content-security-policy', errors.policy).send(errors.html),
    );
  };
}

/**
 * The page asks a plugin of this name for the document. Ours is made from the operations, so the plugin
 * that would collect it from routes is not needed.
 */
function documentProvider(document: () => object) {
  const provide = async (app: FastifyInstance): Promise<void> => {
    let yaml: string | undefined;
    // JSON is YAML too.
    const swagger = (form?: { yaml?: boolean }) =>
      form?.yaml ? (yaml ??= JSON.stringify(document(), null, 2)) : document();
    app.decorate('swagger', swagger as never);
  };
  return Object.assign(provide, {
    [Symbol.for('skip-override')]: true,
    [Symbol.for('plugin-meta')]: { name: '@fastify/swagger' },
  });
}
