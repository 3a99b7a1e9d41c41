import { type OpenedFile } from '../file.ts';
import { FileLink } from './file-link.tsx';
import { FilePicture } from './file-picture.tsx';
import style from './photo-strip.module.css';

const mostShown = 8;

/** The first of some photos in small. Each opens in its place, and the others follow it. */
export const PhotoStrip = ({ photos }: { readonly photos: readonly OpenedFile[] }) => (
  <ul aria-label="Photos" className={style.photos}>
    {photos.slice(0, mostShown).map((photo) => (
      <li key={photo.id}>
        <FileLink file={photo} among={photos} className={style.photo}>
          <FilePicture file={photo} alt={photo.name} />
        </FileLink>
      </li>
    ))}
    {photos.length > mostShown && <li className={style.more}>+{photos.length - mostShown}</li>}
  </ul>
);
