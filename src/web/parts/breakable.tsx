import { Fragment } from 'react';

/** An e-mail or web address, which breaks before its signs, not within a word. */
export const Breakable = ({ text }: { readonly text: string }) =>
  text.split(/(?=[@./])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
