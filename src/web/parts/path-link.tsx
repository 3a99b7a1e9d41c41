import { useRouter } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, MouseEvent } from 'react';

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> & {
  /** A path of the page, with its query. */
  readonly path: string;
};

/** A link to a path that is known as a text. It costs less than the router's own, for tables with hundreds of them. */
export function PathLink({ path, ...rest }: Props) {
  const { history } = useRouter();
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    history.push(path);
  };
  return <a href={path} onClick={follow} {...rest} />;
}
