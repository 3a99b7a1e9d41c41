import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { foldWhole } from '../../../resources/vocabulary/formats.ts';
import { resourceOf } from '../../../resources/index.ts';
import { words } from '../../../resources/in-words.ts';
import { useFormats } from '../../data/formats.ts';
import { choiceName } from '../../../resources/labels.ts';
import { families, type Family, findQuery, type FoundRecord } from '../../finding/find-query.ts';
import { foundRow } from '../../finding/found-rows.ts';
import { hasWord } from '../../finding/words.ts';
import { recentRecords } from '../../record/recent.ts';
import type { MenuOption } from './options.ts';

const pauseMs = 120;
const perFamily = 5;

const recordHref = (plural: string, id: string): string => `/${plural}/${id}`;

/** The records that the typed text finds. Those of an earlier text stay until the new ones are read. */
export function useRecords(text: string) {
  const formats = useFormats();
  const { pathname } = useLocation();
  const [recent] = useState(recentRecords);
  const settled = useSettled(text, pauseMs);
  const { data, error, isSuccess, isPlaceholderData, refetch } = useQuery(findQuery(settled, perFamily));
  const isSought = hasWord(text);
  const option = (family: Family, record: FoundRecord): MenuOption => {
    const href = recordHref(family, record.id);
    const { text: name, note } = foundRow(family, record, formats);
    return { key: href, name, note, href };
  };
  const shown = isSought ? data : undefined;
  const hasNumber = ({ project_number: number }: FoundRecord): boolean =>
    typeof number === 'string' && foldWhole(number) === foldWhole(text);
  return {
    numbered: shown?.projects.filter(hasNumber).map((record) => option('projects', record)) ?? [],
    recent: recent
      .map(({ plural, id, name }) => {
        const href = recordHref(plural, id);
        return { key: href, name, note: choiceName(words(resourceOf(plural))), href };
      })
      .filter(({ href }) => href !== pathname),
    found: families.map((family) => ({
      name: choiceName(family),
      options: shown?.[family].map((record) => option(family, record)) ?? [],
    })),
    /** Whether these are the records of the typed text. */
    isCurrent: !isSought || (settled === text && isSuccess && !isPlaceholderData),
    error: isSought ? error : null,
    retry: () => void refetch(),
  };
}

/** A value as soon as it has not changed for a while. */
function useSettled<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
