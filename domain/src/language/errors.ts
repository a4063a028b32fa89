/** The kinds of errors in a text. */
export type LanguageErrorCode =
  | 'syntax'
  | 'unknown-alias'
  | 'unknown-function'
  | 'unknown-variable'
  | 'unknown-threshold'
  | 'unknown-pattern'
  | 'unknown-parameter'
  | 'parameter-value'
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
  | 'unit'
  | 'too-long'
  | 'too-deep';

/** Line and column in a text, both from 1; a column counts UTF-16 code units. */
export interface Position {
  line: number;
  column: number;
}

export interface LanguageError {
  code: LanguageErrorCode;
  /** A full sentence for the user. */
  message: string;
  from: Position;
  /** After the last character. */
  to: Position;
}

/** A valid construct that is probably a mistake. */
export interface LanguageWarning {
  code: 'falls-off-the-end' | 'unreachable' | 'unit';
  message: string;
  from: Position;
  to: Position;
}
