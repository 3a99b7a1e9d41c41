import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../src/transfer/files/detect-format.ts';
import { fileOf, refusalOf } from './support/files.ts';
import { zipOf } from './support/zip.ts';

describe('a file of another kind', () => {
  const oldOffice = (stream: string): Buffer =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(70_000), Buffer.from(stream, 'utf16le')]);
  const zipped = (name: string): Buffer => zipOf([{ name, content: 'x' }]);
  it.each<[string, string | Buffer, string]>([
    ['nothing', '', 'The file is empty.'],
    ['blanks', ' \n\n', 'The file is blank.'],
    ['PDF', '%PDF-1.7 …', 'This is a PDF document.'],
    ['PNG', Buffer.from('89504e470d0a1a0a', 'hex'), 'This is an image.'],
    ['JPEG', Buffer.from('ffd8ffe0', 'hex'), 'This is an image.'],
    ['gzip', Buffer.from('1f8b0800', 'hex'), 'This is a compressed file.'],
    ['HTML', '\n<!DOCTYPE html><html>', 'This is an HTML page.'],
    ['XML', '<?xml version="1.0"?><Workbook/>', 'This is an XML document.'],
    ['RTF', String.raw`{\rtf1 x}`, 'This is an RTF document.'],
    ['a JSON array', '[\n{"a":1}]', 'This is a JSON array.'],
    ['a JSON document', '{\n  "a": {\n "b": 1\n}\n}', 'No line of the file is a JSON object.'],
    ['Excel 97', oldOffice('Workbook'), 'This is an Excel 97 workbook (.xls). Save it as .xlsx or CSV.'],
    ['an encrypted workbook', oldOffice('EncryptedPackage'), 'This workbook is protected by a password.'],
    ['Word 97', oldOffice('WordDocument'), 'This is a Word 97 document (.doc).'],
    ['Word', zipped('word/document.xml'), 'This is a Word document.'],
    ['PowerPoint', zipped('ppt/presentation.xml'), 'This is a PowerPoint presentation.'],
    ['a binary workbook', zipped('xl/workbook.bin'), 'This is a binary Excel workbook (.xlsb).'],
    ['OpenDocument', zipped('META-INF/manifest.xml'), 'This is an OpenDocument file (.ods).'],
    ['a zip archive', zipped('bids.csv'), 'This is a zip archive.'],
    [
      'random bytes',
      Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251)),
      'This is not a text file',
    ],
  ])('is refused by its name: %s', async (_, content, sentence) => {
    const { detail, problem } = await refusalOf(
      detectFormat(fileOf(content, 4096), { name: 'bids.csv', mediaType: 'text/csv' }),
    );
    expect(detail).toContain(sentence);
    expect(problem).toMatchObject({ pointer: '/file', code: 'invalid_format' });
  });
});
