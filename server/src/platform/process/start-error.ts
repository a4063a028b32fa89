/** The server can't start. The message says what is wrong and how to fix it. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Remedies for errors of the operating system, by error code. */
const remedies: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full: free some space and start again',
  EDQUOT: 'the disk quota is used up: free some space and start again',
  EROFS: 'the file system is read-only: mount it for writing, or set DATA_DIR to another folder',
  EACCES: 'permission denied: give it to the user who starts Twinward, or set DATA_DIR to another folder',
  EPERM: 'permission denied: give it to the user who starts Twinward, or set DATA_DIR to another folder',
  ENOTDIR: 'a part of the path is no folder: set DATA_DIR to another folder',
  EMFILE: 'too many open files: raise the limit (ulimit -n) and start again',
};

/**
 * Formats an error for the operator: one sentence if the operator can fix it, the stack trace for a bug. Errors of
 * PostgreSQL are recognized by their code (53100 is a full disk) or by the end of their text.
 */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === '53100' || /No space left on device/.test(error.message)) {
    return `The disk of the database is full: free some space and start again (${firstLine(error, /space/)})`;
  }
  if (/Read-only file system/.test(error.message)) {
    return `The database can't be written: ${remedies.EROFS} (${firstLine(error, /Read-only/)})`;
  }
  if (error instanceof StartError) return error.message;
  const remedy = code === undefined ? undefined : remedies[code];
  if (remedy) return path ? `${path} can't be used: ${remedy}` : `${error.message}: ${remedy}`;
  return error.stack ?? error.message;
}

function firstLine(error: Error, pattern: RegExp): string {
  const lines = error.message.split('\n');
  return (lines.find((line) => pattern.test(line)) ?? lines[0]!).trim();
}
