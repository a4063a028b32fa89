import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Configuration, ConnectorCall } from '../../connector.ts';
import { makeCall as makeAnyCall, type TestCall } from '../../testing/call.ts';
import { Recording as AnyRecording, type RecordingOptions } from '../../testing/recording.ts';
import { roles } from '../roles.ts';

const directories: string[] = [];

export function makeDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'twinward-mqtt-'));
  directories.push(directory);
  return directory;
}

export function removeDirectories(): void {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
}

/** Adds a folder, in which the client stores its client id. */
const withDirectory = <T extends Partial<ConnectorCall>>(over: T) => ({
  ...over,
  directory: over.directory ?? makeDirectory(),
});

export const makeCall = (configuration: Configuration, over: Partial<ConnectorCall> = {}): TestCall =>
  makeAnyCall(configuration, withDirectory(over));

/** A running connection to a broker, and its delivered values. */
export class Recording extends AnyRecording {
  constructor(configuration: Configuration, sources: readonly string[], over: RecordingOptions = {}) {
    super(roles, configuration, sources, withDirectory(over));
  }
}
