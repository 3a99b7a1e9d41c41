import type { ReactNode } from 'react';
import { Section } from '../parts/section/section.tsx';
import style from './settings-section.module.css';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

/** A part of a page of the settings, under its heading. */
export const SettingsSection = ({ title, children }: Props) => (
  <Section title={title} className={style.section}>
    {children}
  </Section>
);
