import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import { namedFormats } from '../../../src/schema/named-formats.ts';

/** Keywords of OpenAPI stand beside those of the schemas. */
const lenient = { strict: false, validateSchema: false, logger: false } as const;

/** What compiles the schemas of the document, those formats too that it names as its own. */
export function newDocumentCompiler(options: Options = {}): Ajv2020 {
  const ajv = new Ajv2020({ ...lenient, ...options, formats: namedFormats });
  ajv.addKeyword({ keyword: 'x-format', macro: (format: string) => ({ format }) });
  return ajv;
}
