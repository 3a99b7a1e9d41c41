import type { Search } from '../queries/address.ts';
import { listPath } from '../queries/list-path.ts';
import { PathLink } from '../parts/path-link.tsx';
import style from './figure.module.css';

interface Props {
  readonly text: string;
  /** What the figure counts, for screen readers, where no heading says it. */
  readonly spoken?: string;
  /** The address of what it counts, as the service answers it; null if there is nothing. */
  readonly url?: string | null;
  /** Further parameters of that list. */
  readonly besides?: Search;
  /** A path of the page, instead of the address. */
  readonly path?: string | null;
}

/** A figure, and the way to the projects that it counts. */
export function Figure({ text, spoken, url = null, besides, path = listPath(url, besides) }: Props) {
  const content = (
    <>
      {text}
      {spoken !== undefined && <span className="hidden-text"> {spoken}</span>}
    </>
  );
  if (path === null) return <span className={style.figure}>{content}</span>;
  return (
    <PathLink path={path} className={`${style.figure} ${style.link}`}>
      {content}
    </PathLink>
  );
}
