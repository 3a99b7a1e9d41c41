import type { JSX, SVGProps } from 'react';

/** An icon of 24 units a side, drawn in the colour of the text. */
export type Icon = (props: SVGProps<SVGSVGElement>) => JSX.Element;

/** Draws an icon. @param path the outline, which is stroked. */
export function icon(path: string): Icon {
  return (props) => (
    <svg
      width="1.5rem"
      height="1.5rem"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
    >
      <path d={path} />
    </svg>
  );
}
