import { defineConfig } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

// A statement, or a condition that casts its parameter.
const sql = String.raw`/^\s*(select\s|insert into\s|update (\w+ (\w )?set\s|$)|delete from\s|with \w+ as\s|lock table\s|analyze\s)|[$]\d+::/`;

const noSql = [`Literal[value=${sql}]`, `TemplateElement[value.raw=${sql}]`].map((selector) => ({
  selector,
  message: 'SQL stands in src/store and src/database.',
}));

const overHttp = 'A page over plain http does not have it.';
/** Types that browsers have everywhere, but that do nothing without a secure context. */
const inert = ['Geolocation', 'Notification'];

/** Reports what browsers give to secure contexts alone, as the comments of TypeScript's types say. */
const secureContexts = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const { program, getSymbolAtLocation, getTypeAtLocation } = context.sourceCode.parserServices;
    const says = (symbol) => symbol?.getDocumentationComment(program.getTypeChecker()).map(({ text }) => text) ?? [];
    const check = (node, ...symbols) => {
      const isMarked = symbols.flatMap(says).join('').includes('Available only in secure contexts');
      if (isMarked || symbols.some((symbol) => inert.includes(symbol?.name)))
        context.report({ node, message: overHttp });
    };
    return {
      Identifier: (node) => check(node, getSymbolAtLocation(node), getTypeAtLocation(node).symbol),
      'MemberExpression > Literal.property': (node) => check(node, getSymbolAtLocation(node)),
      'ObjectPattern > Property': ({ key, parent }) =>
        check(key, getTypeAtLocation(parent).getProperty(String(key.name ?? key.value))),
    };
  },
};

/** The linter has one project service, so all files name the same. The scripts of the reference are in no project. */
const parserOptions = {
  projectService: { allowDefaultProject: ['pages/*.js'], defaultProject: 'src/web/tsconfig.json' },
  tsconfigRootDir: import.meta.dirname,
};

export default defineConfig(
  // `npm run client-types` generates it.
  { ignores: ['src/client/operations.ts'] },
  {
    files: ['src/**/*.{ts,tsx}', 'test/**/*.ts', 'tools/test/*.ts', 'bench/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      complexity: ['error', 10],
      'max-lines-per-function': ['error', 40],
      'max-params': ['error', 4],
      eqeqeq: 'error',
      'no-nested-ternary': 'error',
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true, named: true, defaultFrom: true } }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // Named and then left out by a rest; or a parameter that an interface wants.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true, argsIgnorePattern: '^_' }],
      // TypeScript's `erasableSyntaxOnly` refuses enums. To look for their values takes a tenth of the linter's time.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      // Lengths count code points, which is what spreading a text gives.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      // Whoever writes a statement states the type of its rows.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // What implements an asynchronous interface may have nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      // A number reads the same in a message and outside of it.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `() => close()` hands the work on; braces around it say nothing more.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  {
    // An expression that takes more time than in proportion to the text lets a small file stop the process.
    files: ['src/**/*.{ts,tsx}'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      // A sticky expression matches at one place alone, so it does not move.
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false, ignoreSticky: true }],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/store/**', 'src/database/**'],
    rules: { 'no-restricted-syntax': ['error', ...noSql] },
  },
  {
    files: ['src/records/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...noSql,
        ...['headers', 'status'].map((name) => ({
          selector: `ObjectExpression > Property[key.name='${name}']:matches([value.type='ObjectExpression'], [value.raw=/^\\d/])`,
          message: 'Records return values; statuses and headers are made in src/http.',
        })),
      ],
    },
  },
  {
    files: ['src/web/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat['recommended-latest']],
  },
  {
    files: ['src/web/**/*.{ts,tsx}', 'pages/*.js'],
    languageOptions: { parser: tseslint.parser, parserOptions },
    plugins: { browser: { rules: { 'secure-contexts': secureContexts } } },
    rules: { 'browser/secure-contexts': 'error' },
  },
  {
    // The types of Node, which check these files, mark nothing.
    files: ['src/client/**/*.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['randomUUID', 'subtle'].map((property) => ({ object: 'crypto', property, message: overHttp })),
      ],
    },
  },
  {
    files: ['src/web/**/*.tsx'],
    // A component is its markup and what the markup needs.
    rules: { 'max-lines-per-function': ['error', 80] },
  },
  {
    files: ['test/**/*.ts', 'tools/test/*.ts'],
    rules: {
      // A suite is one function however many sentences it holds.
      'max-lines-per-function': 'off',
      // Answers arrive as JSON: what they hold is what the test asserts, not what it assumes.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    // The test runner looks for the default export of its set-up files.
    files: ['test/support/**/*.ts'],
    rules: { 'no-restricted-exports': 'off' },
  },
);
