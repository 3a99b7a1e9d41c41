import type { Command } from 'commander';
import { resolve } from 'node:path';
import { type Config, readConfig } from '../../config.ts';
import { copyFiles } from '../../files/copy-files.ts';
import type { ObjectTarget } from '../../files/copy-object.ts';
import { openFileFolder, openFileStore, openTarget } from '../../files/open-files.ts';
import { firstOf, Refusal } from '../../refusal.ts';
import { bucketUrl } from '../../variable-kinds.ts';
import { refuseUnless } from '../option-checks.ts';
import { inBytes } from '../sizes.ts';
import { print, type Terminal } from '../terminal.ts';

/** `files`: the contents of files. */
export function addFilesCommand(program: Command, terminal: Terminal): void {
  program
    .command('files')
    .description('copy the contents of files to another store')
    .command('copy')
    .description('copy the contents of all files to a bucket or a folder')
    .requiredOption('--to <place>', 'the bucket, https://host/bucket/prefix, or the folder')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nThe source is FILES_S3_URL, else the folder "files" in DATA_DIR. A bucket needs FILES_S3_KEY_ID and' +
        '\nFILES_S3_SECRET, for the source and --to alike.' +
        '\n\nThe service may run meanwhile. The command compares the SHA-256 of each file, leaves out what is there already,' +
        '\nand deletes nothing. To change the store: copy, stop the service, copy again, change FILES_S3_URL, start.',
    )
    .action((options: CopyOptions) => copy(terminal, options));
}

interface CopyOptions {
  readonly to: string;
  readonly json?: true;
}

async function copy(terminal: Terminal, { to, json }: CopyOptions): Promise<void> {
  const config = readConfig(terminal.environment);
  const target = targetOf(to, config);
  const counts = { copied: 0, present: 0, bytes: 0 };
  const damaged: string[] = [];
  for await (const { result, name, size } of copyFiles(openFileStore(config), target)) {
    if (result === 'damaged') damaged.push(name);
    if (result === 'present') counts.present += 1;
    if (result === 'copied') {
      counts.copied += 1;
      counts.bytes += size;
    }
    if (!json && result !== 'present') terminal.complain(`${name}  ${inBytes(size)}  ${result}\n`);
  }
  const { copied, present, bytes } = counts;
  const text = `Copied ${copied} files (${inBytes(bytes)}) to ${to}. ${present} were there already.`;
  print(terminal, { json, value: { ...counts, damaged }, text });
  if (damaged.length > 0) throw notWhole(damaged);
}

/** The store to copy to, and the folder in which each file lies until its bytes are compared. */
function targetOf(to: string, config: Config): ObjectTarget {
  if (!/^https?:/i.test(to)) return openFileFolder(resolve(to));
  const url = bucketUrl.parse(to);
  const hasKey = config.filesS3KeyId !== null && config.filesS3Secret !== null;
  refuseUnless([
    ['--to', url !== undefined, 'invalid_format', `must be a folder, or ${bucketUrl.expected}`],
    ['--to', hasKey, 'required', 'needs FILES_S3_KEY_ID and FILES_S3_SECRET, the key of the bucket'],
  ]);
  return openTarget({ ...config, filesS3Url: url ?? null });
}

const notWhole = (names: readonly string[]): Refusal =>
  new Refusal(
    'conflict',
    `The bytes of ${names.length} files are not those of their names, so they are not copied: ${firstOf(names)}. Restore ` +
      'them from a backup.',
  );
