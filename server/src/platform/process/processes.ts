import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** What tells a running process from an earlier or later one with the same number. */
export interface RunningProcess {
  /** Boot and moment of its start: compared, never read. */
  identity: string;
  /** Its program and arguments, separated by blanks. */
  command: string;
}

/** The process with this number, or null when there is none. */
export function findProcess(pid: number): RunningProcess | null {
  return process.platform === 'linux' ? readFromProc(pid) : readFromPs(pid);
}

function readFromProc(pid: number): RunningProcess | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name in brackets, which may hold blanks and brackets itself.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return null;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    // Field 22, proc(5): start of the process in clock ticks after boot.
    const identity = `${boot} ${fields[18]}`;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim();
    return { identity, command };
  } catch {
    return null;
  }
}

function readFromPs(pid: number): RunningProcess | null {
  try {
    const read = (field: string) =>
      execFileSync('ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
    return { identity: read('lstart'), command: read('command') };
  } catch {
    return null;
  }
}

/** The processes whose working directory is the folder; none where there is no /proc. */
export function findProcessesIn(folder: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && workingDirectoryOf(name) === folder)
    .map(Number);
}

/** Null when the process has ended, or is of another user. */
function workingDirectoryOf(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}
