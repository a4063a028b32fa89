import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

// The headless shell needs half the processor time of a full Chromium.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/**
 * Returns the path of a Chromium for browser tests: CHROMIUM_PATH, one on the PATH, or Debian's, which is installed if
 * permitted.
 * @throws Error with a remedy if there is none.
 */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (isProgram(given)) return given;
    throw new Error(`CHROMIUM_PATH is '${given}': it must be the path of a Chromium's program`);
  }
  const found = onPath();
  if (found) return found;
  if (process.getuid?.() === 0 && findProgram('apt-get')) {
    console.log(`There is no Chromium: installing the package ${names[0]} ...`);
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', names[0]]]) {
      execFileSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env: environment });
    }
    const installed = onPath();
    if (installed) return installed;
  }
  throw new Error(
    `The browser tests need a Chromium: install the package ${names[0]} or chromium, or set CHROMIUM_PATH to its program`,
  );
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function findProgram(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((directory) => join(directory, name))
    .find(isProgram);
}

const onPath = () => names.map(findProgram).find((path) => path !== undefined);
