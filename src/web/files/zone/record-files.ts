import { createContext, useContext } from 'react';

/** The ways to attach files to the record on the screen. */
export interface RecordFiles {
  /** Opens the form that attaches an address. */
  readonly attach: () => void;
}

/** Null without a record, and for those who may not change it. */
export const RecordFilesContext = createContext<RecordFiles | null>(null);

export const useRecordFiles = (): RecordFiles | null => useContext(RecordFilesContext);
