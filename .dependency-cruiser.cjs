/**
 * Who may import whom. Each layer lists what it may see besides itself and the ground floor;
 * what is not listed is upwards or sideways, and fails.
 */
const layers = {
  resources: [],
  schema: ['resources'],
  database: [],
  files: [],
  store: ['database', 'resources'],
  webhooks: [],
  jobs: ['store', 'database'],
  events: ['webhooks', 'jobs', 'store', 'database', 'resources'],
  domain: ['resources'],
  records: ['domain', 'files', 'events', 'webhooks', 'jobs', 'store', 'database', 'schema', 'resources'],
  demo: ['records', 'jobs', 'domain', 'store', 'database', 'resources'],
  transfer: ['records', 'domain', 'files', 'webhooks', 'jobs', 'store', 'database', 'schema', 'resources'],
  check: ['records', 'domain', 'files', 'store', 'database', 'resources'],
  cluster: [],
  http: ['cluster', 'transfer', 'records', 'domain', 'files', 'events', 'store', 'database', 'schema', 'resources'],
  client: ['resources'],
  web: ['client', 'resources'],
  cli: [
    'client',
    'check',
    'demo',
    'cluster',
    'transfer',
    'records',
    'domain',
    'files',
    'events',
    'jobs',
    'store',
    'database',
    'schema',
    'resources',
  ],
};

/**
 * The rooms of a layer. Each lists the rooms of its own layer that it may see besides itself; a name that ends in a
 * slash is the files that lie in that layer's folder itself. Rooms that are not listed see none.
 */
const rooms = {
  'files/folder': ['files/'],
  'files/s3': ['files/'],
  'database/postgres': ['database/'],
  'database/embedded': ['database/'],
  'database/migrations': ['database/', 'database/sharding'],
  'database/sharding': ['database/'],
  'store/cache': [],
  'store/rows': [],
  'store/query': ['store/cache', 'store/rows', 'store/past'],
  'store/log': ['store/rows', 'store/query', 'store/write'],
  'store/reports': ['store/rows', 'store/query'],
  'store/timeline': ['store/rows'],
  'store/search': ['store/cache', 'store/rows', 'store/query'],
  'store/write': ['store/rows'],
  'store/past': ['store/cache', 'store/rows', 'store/write'],
  'store/access': ['store/cache', 'store/rows', 'store/query'],
  'store/outbox': ['store/rows', 'store/write', 'store/access'],
  'store/jobs': ['store/rows'],
  'store/transfer': ['store/rows'],
  'store/check': ['store/rows', 'store/past', 'store/transfer', 'store/files'],
  'records/reading': ['records/'],
  'records/reporting': ['records/', 'records/reading'],
  'records/changing': ['records/', 'records/reading'],
  'records/bulk': ['records/', 'records/changing'],
  'records/past': ['records/', 'records/changing'],
  'records/operations': ['records/', 'records/changing', 'records/reading'],
  'records/access': ['records/', 'records/operations', 'records/changing', 'records/reading'],
  'records/feeds': ['records/', 'records/changing', 'records/reading'],
  'records/webhooks': ['records/', 'records/changing', 'records/reading'],
  'transfer/files': [],
  'transfer/archives': ['transfer/'],
  'http/contract': [],
  'http/request': ['http/contract'],
  'http/errors': ['http/contract'],
  'http/admission': ['http/contract', 'http/request'],
  'http/operations': ['http/contract', 'http/request'],
  'http/door': ['http/contract', 'http/request', 'http/errors', 'http/admission'],
  'http/oauth': ['http/contract', 'http/request', 'http/errors'],
  'http/sign-in': ['http/contract', 'http/request', 'http/admission'],
  'http/feeds': ['http/contract', 'http/request', 'http/admission'],
  'http/openapi': ['http/contract', 'http/request', 'http/errors'],
  'http/page': ['http/contract'],
  'http/reference': ['http/contract', 'http/request', 'http/errors'],
  'http/server': [
    'http/contract',
    'http/request',
    'http/errors',
    'http/admission',
    'http/operations',
    'http/door',
    'http/feeds',
    'http/page',
    'http/reference',
  ],
  'transfer/mapping': ['transfer/files'],
  'cli/commands': ['cli/'],
};

/** Files that every layer of the server may import; they import only each other and the declarations. */
const ground = [
  'config',
  'listening-url',
  'variable-kinds',
  'log',
  'refusal',
  'clock',
  'version',
  'control-characters',
  'create-folder',
  'suggestion',
  'fair-queue',
  'weak-memo',
].map((name) => `^src/${name}[.]ts$`);

/** Layers that a browser also runs: no ground floor, no Node. */
const portable = ['resources', 'client', 'web'];

/** The folders of the page that its screens share, from the bottom up: each may see those before it. */
const shared = [
  'styles',
  'data',
  'keys',
  'toasts',
  'parts',
  'charts',
  'fields',
  'queries',
  'finding',
  'create',
  'record',
  'files',
  'activity',
  'pursuits',
  'lists',
  'reporting',
];

/** They start the service. */
const starters = ['^src/cli/main[.]ts$', '^src/cli/commands/'];

const folders = (names) => names.map((name) => `^src/${name}/`);

const layerRules = Object.entries(layers).map(([layer, below]) => ({
  name: `${layer}-imports-only-what-lies-below`,
  severity: 'error',
  from: { path: `^src/${layer}/`, pathNot: layer === 'cli' ? starters : [] },
  to: {
    path: '^src/',
    pathNot: [...folders([layer, ...below]), ...(portable.includes(layer) ? [] : ground)],
  },
}));

/** `store/` → the files in that folder itself, `store/query` → all below that one. */
const within = (room) => (room.endsWith('/') ? `^src/${room}[^/]+$` : `^src/${room}/`);

const roomRules = Object.entries(rooms).map(([room, below]) => ({
  name: `${room.replace('/', '-')}-imports-only-the-rooms-below`,
  severity: 'error',
  from: { path: within(room) },
  to: { path: `^src/${room.split('/')[0]}/`, pathNot: [room, ...below].map(within) },
}));

const sharedRules = shared.map((folder, index) => ({
  name: `page-${folder}-imports-only-what-lies-below`,
  severity: 'error',
  from: { path: `^src/web/${folder}/` },
  to: { path: '^src/web/', pathNot: `^src/web/(${shared.slice(0, index + 1).join('|')})/` },
}));

const forbidden = [
  ...layerRules,
  ...roomRules,
  ...sharedRules,
  {
    name: 'commands-may-also-start-the-service',
    severity: 'error',
    from: { path: starters, pathNot: ['^src/cli/commands/local-service[.]ts$'] },
    to: { path: '^src/', pathNot: [...folders(['cli', ...layers.cli]), ...ground, '^src/(service|first-start)[.]ts$'] },
  },
  {
    name: 'one-command-file-opens-the-door-of-the-operations',
    severity: 'error',
    from: { path: ['^src/cli/commands/local-service[.]ts$'] },
    to: { path: '^src/', pathNot: [...folders(['cli', 'http', ...layers.cli]), ...ground] },
  },
  {
    name: 'ground-floor-imports-only-itself',
    comment: 'Types of the declarations excepted.',
    severity: 'error',
    from: { path: ground },
    to: { path: '^src/', pathNot: [...ground, '^src/resources/'] },
  },
  {
    name: 'records-is-the-one-way-to-change-data',
    comment:
      'So that no path skips the rule, the event, the history or the account scope. Messages are part of the same write; restoring an account or a backup is the exception.',
    severity: 'error',
    from: {
      path: folders(Object.keys(layers)),
      pathNot: ['^src/(records|events|store)/', '^src/transfer/(accounts|backups)/'],
    },
    to: { path: '^src/store/(write|transfer)/' },
  },
  {
    name: 'records-know-no-http',
    comment: 'They return values and refusals; src/http writes the answers, and the command line reads the values.',
    severity: 'error',
    from: { path: '^src/(records|domain|store|schema)/' },
    to: { path: '^(node:)?https?2?$|node_modules/(@fastify|fastify)/' },
  },
  {
    name: 'http-asks-records-not-the-store',
    comment:
      'It may name the types of the store, find the token of a request, time the database, read its errors, and cache by engine.',
    severity: 'error',
    from: { path: '^src/http/' },
    to: {
      path: '^src/(store|database)/',
      pathNot:
        '^src/(store/access/(find-tokens|tokens|token-use)|database/(timed-engine|database-time|engine-errors|memo-by-engine))[.]ts$',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'client-imports-only-types',
    severity: 'error',
    from: { path: '^src/client/' },
    to: { path: '^src/resources/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'declarations-and-client-import-no-package',
    severity: 'error',
    from: { path: '^src/(resources|client)/' },
    to: { dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-optional', 'npm-peer'] },
  },
  {
    name: 'webhooks-is-carried-elsewhere',
    comment: 'Programs that receive webhooks run it: it needs Node and nothing else, not even the ground floor.',
    severity: 'error',
    from: { path: '^src/webhooks/' },
    to: { pathNot: '^src/webhooks/', dependencyTypesNot: ['core'] },
  },
  {
    name: 'browser-has-no-node',
    severity: 'error',
    from: { path: '^src/web/' },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'screens-do-not-import-each-other',
    comment: 'A screen is a folder that is not shared. The frame around the screens, `shell`, sees them; none sees it.',
    severity: 'error',
    from: { path: `^src/web/(?!(?:${shared.join('|')}|shell)/)([^/]+)/` },
    to: { path: '^src/web/', pathNot: `^src/web/(${shared.join('|')}|$1)/` },
  },
  {
    name: 'every-file-has-a-place',
    comment: 'A folder that this file does not know would escape all of the rules above.',
    severity: 'error',
    from: {},
    to: { path: '^src/', pathNot: [...folders(Object.keys(layers)), ...ground, '^src/(service|first-start)[.]ts$'] },
  },
  {
    name: 'no-cycles',
    comment: 'Types count too: two files that name each other cannot be understood one after the other.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  {
    name: 'product-needs-no-development-package',
    severity: 'error',
    comment: 'The page is built: its packages are in its files.',
    from: { path: '^src/', pathNot: '^src/web/' },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
  },
];

module.exports = {
  forbidden,
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
