import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';
import { isLong } from '../../test/support/endurance.ts';
import { described } from '../../test/contract/described.ts';

interface Finding {
  readonly rule: string;
  readonly where: string;
  readonly message: string;
}

async function redocly(document: object): Promise<Finding[]> {
  // JSON Schema allows further members in an object whose schema does not forbid them. Redocly forbids them by default.
  const examples = { severity: 'error', allowAdditionalProperties: true } as const;
  const config = await createConfig({
    extends: ['recommended'],
    rules: { 'no-invalid-media-type-examples': examples },
  });
  const found = await lintFromString({ source: JSON.stringify(document), absoluteRef: '/openapi.json', config });
  return found.map(({ ruleId, message, location: [first] }) => ({
    rule: ruleId,
    where: first?.pointer ?? '',
    message,
  }));
}

async function spectral(document: object): Promise<Finding[]> {
  const linter = new spectralCore.Spectral();
  // This rule compiles a schema anew for each example. Redocly and examples.test.ts check all of them in less time.
  const rules = isLong ? {} : { 'oas3-valid-media-example': 'off' as const };
  linter.setRuleset(new spectralCore.Ruleset({ extends: [spectralRulesets.oas], rules }));
  const found = await linter.run(JSON.stringify(document));
  return found.map(({ code, path, message }) => ({ rule: String(code), where: path.join('/'), message }));
}

/** One operation of the document with a fault that each linter must see; to look through all of them takes long. */
async function faulty(): Promise<object> {
  const { paths, ...document } = await described();
  const { get } = paths['/health'] as unknown as { get: object };
  return { ...document, components: {}, paths: { '/health': { get: { ...get, tags: 'health' } } } };
}

test('Redocly reports nothing about the document', { timeout: 180_000 }, async () => {
  expect(await redocly(await described())).toEqual([]);
  expect(await redocly(await faulty())).toContainEqual(expect.objectContaining({ rule: 'struct' }));
});

test('Spectral reports nothing about the document', { timeout: 180_000 }, async () => {
  expect(await spectral(await described())).toEqual([]);
  expect(await spectral(await faulty())).toContainEqual(expect.objectContaining({ rule: 'oas3-schema' }));
});
