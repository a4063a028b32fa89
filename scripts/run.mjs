import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { root } from './files.mjs';

/** Path of a program that npm installed. */
export const installed = (name) => join(root, 'node_modules/.bin', name);

/**
 * Runs a program in the folder of the repository, and shows its output. `yielding` lowers its priority. Resolves to
 * whether it succeeded and, with `capture`, to its standard output, which `quiet` hides.
 */
export function run(program, args, { capture = false, quiet = false, yielding = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['inherit', capture ? 'pipe' : 'inherit', 'inherit'],
    });
    // Child processes inherit the priority.
    if (yielding && child.pid !== undefined) setPriority(child.pid, 10);
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (!quiet) process.stdout.write(text);
    });
    child.on('error', (error) => {
      console.error(`${program} can't be run: ${error.message}`);
      resolve({ succeeded: false, output });
    });
    child.on('close', (code) => resolve({ succeeded: code === 0, output }));
  });
}
