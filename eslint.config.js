import { defineConfig } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

// A statement, or a condition that casts its parameter.
const sql = String.raw`/^\s*(select\s|insert into\s|update (\w+ (\w )?set\s|$)|delete from\s|with \w+ as\s|lock table\s|analyze\s)|[$]\d+::/`;

const noSql = [`Literal[value=${sql}]`, `TemplateElement[value.raw=${sql}]`].map((selector) => ({
  selector,
  message: 'SQL stands in src/store and src/database.',
}));

export default defineConfig(
  {
    files: ['src/**/*.{ts,tsx}', 'test/**/*.ts', 'bench/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      complexity: ['error', 10],
      'max-lines': ['error', 250],
      'max-lines-per-function': ['error', 40],
      'max-params': ['error', 4],
      eqeqeq: 'error',
      'no-nested-ternary': 'error',
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true, named: true, defaultFrom: true } }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // Named and then left out by a rest; or a parameter that an interface wants.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true, argsIgnorePattern: '^_' }],
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
    files: ['src/web/**/*.tsx'],
    // A component is its markup and what the markup needs.
    rules: { 'max-lines-per-function': ['error', 80] },
  },
  {
    files: ['test/**/*.ts'],
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
