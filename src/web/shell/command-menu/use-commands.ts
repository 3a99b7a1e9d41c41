import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { creationsOf } from '../../create/creations.ts';
import { type Session, useSession } from '../../data/session.ts';
import { choiceName } from '../../../resources/labels.ts';
import { manyViewsQuery, viewHref } from '../../lists/views/pinned.ts';
import { settingsPages } from '../../settings/settings-pages.ts';
import { usePlaces } from '../frame/places.tsx';
import { everywhere } from '../../keys/key-names.ts';
import { type Command, currentCommands } from '../../keys/keys.ts';
import type { MenuOption, Section } from './options.ts';

/** The actions, screens, settings and views that the command menu offers. */
export function useCommands(): readonly Section[] {
  const session = useSession();
  const places = usePlaces();
  // The page knows the actions on a focused card only until the menu takes the focus.
  const [here] = useState(currentCommands);
  const { data: views = [] } = useQuery(manyViewsQuery());
  const actions = [
    ...here.filter(({ group }) => group !== everywhere).map(optionOf),
    ...creationsOf(session).map(
      ({ name, key, open }): MenuOption => ({ key: `make ${name}`, name, chord: key, act: open }),
    ),
    ...here.filter(({ group }) => group === everywhere).map(optionOf),
  ];
  return [
    { name: 'Actions', options: actions },
    { name: 'Go to', options: places.map(({ to, name, key }) => ({ key: to, name, chord: `g ${key}`, href: to })) },
    { name: 'Settings', options: settingsPages.filter((page) => isFor(session, page)).map(settingsOption) },
    {
      name: 'Views',
      options: views.map((view) => ({
        key: `view ${view.id}`,
        name: view.name,
        note: choiceName(view.resource),
        href: viewHref(view),
      })),
    },
  ];
}

type Page = (typeof settingsPages)[number];

/** Whether the menu leads to a page. Those without a name are below another one. */
const isFor = ({ user }: Session, { name, adminOnly }: Page): boolean =>
  name !== null && (adminOnly !== true || user.role === 'admin');

const settingsOption = ({ path, name }: Page): MenuOption => ({
  key: `settings ${path}`,
  name: name ?? '',
  note: 'Settings',
  href: `/settings/${path}`,
});

const optionOf = ({ chord, does, act }: Command): MenuOption => ({
  key: `do ${chord}`,
  name: does,
  chord,
  ...(act ? { act } : {}),
});
