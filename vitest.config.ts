import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** For every project: a wait lasts as long as a busy machine needs. */
const patient = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // The files of a worker share what they load: else most of the time is spent in loading it for each.
  isolate: false,
  expect: { poll: { timeout: 60_000 } },
};

/** Three kinds of test: without a browser, with jsdom, and stories in a real Chromium against a real server. */
export default defineConfig({
  test: {
    // Half of what tests do is to wait, for the database or for processes of their own.
    maxWorkers: Math.max(2, availableParallelism()),
    coverage: {
      provider: 'v8',
      include: ['{contracts,domain,server,web}/src/**/*.{ts,tsx}'],
      reporter: ['text-summary', 'html'],
      reportsDirectory: '.cache/coverage',
    },
    projects: [
      {
        test: {
          ...patient,
          name: 'node',
          environment: 'node',
          include: ['{contracts,domain,server,bench}/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          setupFiles: ['vitest.setup.ts'],
          globalSetup: ['server/src/testing/global-setup.ts'],
        },
      },
      {
        test: {
          ...patient,
          name: 'web',
          environment: 'jsdom',
          include: ['web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['web/src/testing/setup.ts'],
        },
      },
      {
        test: {
          ...patient,
          name: 'e2e',
          environment: 'node',
          include: ['e2e/src/**/*.story.ts'],
          setupFiles: ['e2e/src/setup.ts'],
          globalSetup: ['e2e/src/global-setup.ts'],
          // Each has a browser and a product of its own.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
