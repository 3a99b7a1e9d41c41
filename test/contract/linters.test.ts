import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';
import { described, type Described } from './described.ts';

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
  linter.setRuleset(new spectralCore.Ruleset({ extends: [spectralRulesets.oas] }));
  const found = await linter.run(JSON.stringify(document));
  return found.map(({ code, path, message }) => ({ rule: String(code), where: path.join('/'), message }));
}

/** Returns the document with one fault that both linters report. */
async function faulty(): Promise<Described> {
  const document = structuredClone(await described());
  const { get } = document.paths['/projects'] as unknown as { get: { tags: unknown } };
  get.tags = 'projects';
  return document;
}

test('Redocly reports nothing about the document', { timeout: 180_000 }, async () => {
  expect(await redocly(await described())).toEqual([]);
  expect(await redocly(await faulty())).toContainEqual(expect.objectContaining({ rule: 'struct' }));
});

test('Spectral reports nothing about the document', { timeout: 180_000 }, async () => {
  expect(await spectral(await described())).toEqual([]);
  expect(await spectral(await faulty())).toContainEqual(expect.objectContaining({ rule: 'oas3-schema' }));
});
