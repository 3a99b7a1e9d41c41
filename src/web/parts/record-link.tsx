import { Link, type LinkComponentProps } from '@tanstack/react-router';

type Props = Omit<LinkComponentProps, 'to' | 'params'> & { readonly plural: string; readonly id: string };

/** A link to the page of a record. From a screen of the past, a project opens as it was then. */
export const RecordLink = ({ plural, id, ...rest }: Props) => (
  // The address of a record is made in one way for all families.
  <Link
    to={`/${plural}/$id` as '/projects/$id'}
    params={{ id }}
    search={(plural === 'projects' ? instantOf : {}) as never}
    {...rest}
  />
);

/** The instant of an address. */
const instantOf = ({ as_of: asOf }: { readonly as_of?: string }) => (asOf === undefined ? {} : { as_of: asOf });
