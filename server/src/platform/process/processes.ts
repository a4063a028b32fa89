import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Identifies a running process among earlier and later ones with the same process id. */
export interface RunningProcess {
  /** Boot id and start time: an opaque value to compare. */
  identity: string;
  /** Program and arguments, separated by spaces. */
  command: string;
}

/** The process with this id, or null. */
export function findProcess(pid: number): RunningProcess | null {
  return process.platform === 'linux' ? readFromProc(pid) : readFromPs(pid);
}

function readFromProc(pid: number): RunningProcess | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name in brackets, which may itself contain spaces and brackets.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return null;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    // Field 22, proc(5): start time of the process in clock ticks since boot.
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

/** The processes with this working directory; empty on systems without /proc. */
export function findProcessesIn(folder: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && readWorkingDirectory(name) === folder)
    .map(Number);
}

/** Null when the process has ended or belongs to another user. */
function readWorkingDirectory(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}
