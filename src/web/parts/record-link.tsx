import { Link, type LinkComponentProps } from '@tanstack/react-router';

type Props = Omit<LinkComponentProps, 'to' | 'params'> & { readonly plural: string; readonly id: string };

/** A link to the page of a record. */
export const RecordLink = ({ plural, id, ...rest }: Props) => (
  // The address of a record is made in one way for all families.
  <Link to={`/${plural}/$id` as '/projects/$id'} params={{ id }} {...rest} />
);
