import { createContext, useContext } from 'react';
import type { FileOwner, OpenedFile } from '../file.ts';
import type { GivenFiles } from '../given/given-files.ts';

/** A photo among others. */
export interface OpenedPhoto {
  readonly id: string;
  readonly photos: readonly OpenedFile[];
  /** The record whose photos follow, also those that no list shows yet. */
  readonly owner?: FileOwner | undefined;
}

/** The actions on the files of the record on the screen. */
export interface RecordFiles {
  /** Opens the form that attaches an address or files; null for those who may not change the record. */
  readonly attach: (() => void) | null;
  /** Attaches files to the record. */
  readonly take: (given: GivenFiles) => void;
  /** Shows a photo in its place, and the others one after the other. */
  readonly showPhoto: (photo: OpenedPhoto) => void;
}

/** Null without a record. */
export const RecordFilesContext = createContext<RecordFiles | null>(null);

export const useRecordFiles = (): RecordFiles | null => useContext(RecordFilesContext);
