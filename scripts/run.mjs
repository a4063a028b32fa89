import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { root } from './files.mjs';

/** Path of a program that npm installed. */
export const installed = (name) => join(root, 'node_modules/.bin', name);

/**
 * Runs a program in the repository's folder, its output shown. `yielding` lets all else go before it. Resolves to
 * whether it succeeded and, when asked to capture, to what it wrote to standard output, which `quiet` doesn't show.
 */
export function run(program, args, { capture = false, quiet = false, yielding = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['inherit', capture ? 'pipe' : 'inherit', 'inherit'],
    });
    // What the program starts takes it over.
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
