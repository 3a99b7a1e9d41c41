import type { Schemas } from '../../client/operations.ts';
import { fileOwnerFields } from '../../resources/files.ts';
import { api } from '../data/api.ts';

/** A record that files belong to. */
export interface FileOwner {
  readonly plural: keyof typeof fileOwnerFields;
  readonly id: string;
}

/** The fields of a request that name the owner of a file. */
export const ownedBy = ({ plural, id }: FileOwner): Readonly<Record<string, string>> => ({
  [fileOwnerFields[plural]]: id,
});

/** The parts of a file by which the page opens it. */
export type OpenedFile = Pick<Schemas['File'], 'id' | 'name' | 'kind' | 'url' | 'media_type' | 'size'>;

/** A file as a list shows it. */
export type ListedFile = OpenedFile &
  Pick<Schemas['File'], 'created_at' | 'created_by'> & {
    readonly version: number;
  };

/** The host of a link: `firm.sharepoint.com`. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : url);

const shownImages: ReadonlySet<string | null> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);

/** Whether the browser shows the file in its place: the service gives no other image for display. */
export const isPhoto = ({ media_type: type }: Pick<OpenedFile, 'media_type'>): boolean => shownImages.has(type);

/** The address of the contents, for a download or for display. */
export const contentAddress = ({ id }: Pick<OpenedFile, 'id'>, isDisplay = false): string =>
  `${api.baseUrl}/files/${id}/content${isDisplay ? '?inline=1' : ''}`;

/** Downloads a file. */
export function download(file: OpenedFile): void {
  const link = document.createElement('a');
  link.href = contentAddress(file);
  link.download = file.name;
  link.click();
}
