import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import { namedFormats } from '../../../src/schema/schema-compiler.ts';

/** The document has OpenAPI keywords beside those of JSON Schema. */
const lenient = { strict: false, validateSchema: false, logger: false } as const;

/** Returns a compiler for the schemas of the document, with the formats that the document defines itself. */
export function newDocumentCompiler(options: Options = {}): Ajv2020 {
  const ajv = new Ajv2020({ ...lenient, ...options, formats: namedFormats });
  ajv.addKeyword({ keyword: 'x-format', macro: (format: string) => ({ format }) });
  return ajv;
}
