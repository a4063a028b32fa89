/** What is wrong with a text, by kind. */
export type LanguageErrorCode =
  | 'syntax'
  | 'unknown-alias'
  | 'unknown-function'
  | 'unknown-variable'
  | 'unknown-threshold'
  | 'unknown-pattern'
  | 'redeclared'
  | 'type'
  | 'argument-count'
  | 'argument'
  | 'dialect'
  | 'threshold-order'
  | 'counter-settings'
  | 'interval-unit'
  | 'cycle'
  | 'deadband'
  | 'too-long'
  | 'too-deep';

/** A place in a text, both from 1; a column counts UTF-16 units. */
export interface Position {
  line: number;
  column: number;
}

export interface LanguageError {
  code: LanguageErrorCode;
  /** Whole, in the user's words. */
  message: string;
  from: Position;
  /** After the last character. */
  to: Position;
}

/** Something that runs but is probably not meant. */
export interface LanguageWarning {
  code: 'falls-off-the-end' | 'unreachable';
  message: string;
  from: Position;
  to: Position;
}
