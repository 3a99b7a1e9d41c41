/**
 * Who may import whom. Each layer lists what it may see besides itself and the ground floor;
 * what is not listed is upwards or sideways, and fails.
 */
const layers = {
  resources: [],
  schema: ['resources'],
  store: ['resources'],
  webhooks: [],
  jobs: ['store', 'resources'],
  events: ['webhooks', 'jobs', 'store', 'resources'],
  domain: ['store', 'resources'],
  insight: ['store', 'resources'],
  records: ['domain', 'events', 'webhooks', 'jobs', 'store', 'schema', 'resources'],
  demo: ['records', 'domain', 'store', 'resources'],
  transfer: ['records', 'domain', 'events', 'jobs', 'insight', 'store', 'schema', 'resources'],
  cluster: [],
  http: ['cluster', 'transfer', 'records', 'domain', 'events', 'jobs', 'insight', 'store', 'schema', 'resources'],
  client: ['resources'],
  web: ['client', 'resources'],
  cli: [
    'client',
    'demo',
    'cluster',
    'transfer',
    'records',
    'domain',
    'events',
    'jobs',
    'insight',
    'store',
    'schema',
    'resources',
  ],
};

/** Files that every layer of the server may import; they import only each other and the declarations. */
const ground = ['config', 'variable-kinds', 'log', 'refusal', 'clock', 'version'].map((name) => `^src/${name}[.]ts$`);

/** Layers that a browser also runs: no ground floor, no Node. */
const portable = ['resources', 'client', 'web'];

const folders = (names) => names.map((name) => `^src/${name}/`);

const layerRules = Object.entries(layers).map(([layer, below]) => ({
  name: `${layer}-imports-only-what-lies-below`,
  severity: 'error',
  from: { path: `^src/${layer}/`, pathNot: layer === 'cli' ? ['^src/cli/main[.]ts$', '^src/cli/commands/'] : [] },
  to: {
    path: '^src/',
    pathNot: [...folders([layer, ...below]), ...(portable.includes(layer) ? [] : ground)],
  },
}));

const forbidden = [
  ...layerRules,
  {
    name: 'commands-may-also-start-the-service',
    severity: 'error',
    from: { path: ['^src/cli/main[.]ts$', '^src/cli/commands/'] },
    to: { path: '^src/', pathNot: [...folders(['cli', ...layers.cli]), ...ground, '^src/service[.]ts$'] },
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
      'So that no path skips the rule, the event, the history or the account scope. Messages are part of the same write; restoring an account is the exception.',
    severity: 'error',
    from: {
      path: folders(Object.keys(layers)),
      pathNot: ['^src/(records|events|store)/', '^src/transfer/restore-account'],
    },
    to: { path: '^src/store/write' },
  },
  {
    name: 'http-asks-records-not-the-store',
    comment: 'It may name the types of the store, and run its directory and its tokens to know who asks.',
    severity: 'error',
    from: { path: '^src/http/' },
    to: { path: '^src/store/', pathNot: '^src/store/(directory|tokens)', dependencyTypesNot: ['type-only'] },
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
    name: 'every-file-has-a-place',
    comment: 'A folder that this file does not know would escape all of the rules above.',
    severity: 'error',
    from: {},
    to: { path: '^src/', pathNot: [...folders(Object.keys(layers)), ...ground, '^src/(main|service)[.]ts$'] },
  },
  {
    name: 'no-cycles',
    comment:
      'Two files of one layer may name types of each other: that is gone at run time. The layer rules count types too.',
    severity: 'error',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  {
    name: 'product-needs-no-development-package',
    severity: 'error',
    from: { path: '^src/' },
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
