import { manifestProblems } from '../../schema/archived-manifest.ts';
import { type ArrivingFile, textOf } from '../archives/read-archive.ts';
import { unfit } from '../unfit-file.ts';
import { archiveFormat, type Manifest, manifestName } from './archive-file.ts';
import { UnfitArchive } from './archive-problems.ts';
import { parsedRow } from './parsed-row.ts';

/** The limit of bytes of a manifest. It has some hundred for each table. */
const mostBytes = 2 ** 20;

/**
 * Reads and judges the manifest of an archive, before a row is read.
 * @param archive the name of the archive in messages.
 * @throws {Refusal} `validation_failed`
 */
export async function readManifest(file: ArrivingFile, archive: string): Promise<Manifest> {
  const isNone = `${archive} is not an archive of an account:`;
  if (file.name !== manifestName) throw unfit(`${isNone} it has no manifest.`);
  if (file.size > mostBytes) throw unfit(`${isNone} its manifest is larger than ${mostBytes / 2 ** 20} MiB.`);
  const manifest = parsedRow(await textOf(file));
  if (!manifest) throw unfit(`${isNone} it has no manifest.`);
  const { format } = manifest;
  if (format !== 1 && format !== archiveFormat) {
    throw unfit(`${archive} has a form that this version of the program does not know.`);
  }
  const problems = manifestProblems({ ...manifest, format }, `/${manifestName}`);
  if (problems.length > 0) throw new UnfitArchive(archive, problems);
  return manifest as unknown as Manifest;
}
