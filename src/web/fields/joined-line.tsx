import { Fragment } from 'react';

/** A word up to this length stays on one line: a project number such as `26-0087`, an amount. */
const longestUnbroken = 24;

/** Joins the parts of a line with dots, without the empty ones. No short part without blanks breaks at its hyphen. */
export const JoinedLine = ({ parts }: { readonly parts: readonly unknown[] }) =>
  parts
    .filter(Boolean)
    .map(String)
    .map((text, index) => (
      <Fragment key={index}>
        {index > 0 && ' · '}
        <bdi style={isUnbroken(text) ? { whiteSpace: 'nowrap' } : undefined}>{text}</bdi>
      </Fragment>
    ));

const isUnbroken = (text: string): boolean => text.length <= longestUnbroken && !/\s/.test(text);
