import { calls } from '../../resources/calls.ts';
import { companies } from '../../resources/companies.ts';
import { contacts } from '../../resources/contacts.ts';
import { notes } from '../../resources/notes.ts';
import { projects } from '../../resources/projects.ts';
import { ListScreen } from './list-screen.tsx';

export const ProjectList = () => <ListScreen key="projects" resource={projects} />;

export const CompanyList = () => <ListScreen key="companies" resource={companies} />;

export const ContactList = () => <ListScreen key="contacts" resource={contacts} />;

export const CallList = () => <ListScreen key="calls" resource={calls} />;

export const NoteList = () => <ListScreen key="notes" resource={notes} />;
