import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** State of a TCP connection in /proc/net/tcp: https://www.kernel.org/doc/html/latest/networking/proc_net_tcp.html */
const established = '01';

/** Counts the connections that a process has open to a port of this machine. Linux only; 0 for a process that is gone. */
export function countConnections(pid: number, port: number): number {
  const inodes = new Set<string>();
  try {
    for (const name of readdirSync(`/proc/${pid}/fd`)) {
      const inode = /^socket:\[(\d+)\]$/.exec(readLink(`/proc/${pid}/fd/${name}`))?.[1];
      if (inode) inodes.add(inode);
    }
  } catch {
    return 0;
  }
  const [, ...lines] = readFileSync('/proc/net/tcp', 'utf8').trimEnd().split('\n');
  return lines.filter((line) => {
    const [, , remote, state, , , , , , inode] = line.trim().split(/\s+/);
    return (
      state === established && Number.parseInt(remote!.split(':')[1]!, 16) === port && inodes.has(inode!)
    );
  }).length;
}

function readLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
