import { totalmem } from 'node:os';

const megabyte = 1024 * 1024;

/** A sixteenth of the memory: this server shares the machine with the application. */
function sharedBuffers(): number {
  return Math.round(Math.min(1024, Math.max(128, totalmem() / megabyte / 16)));
}

/**
 * The settings a server is started with, as arguments of `postgres`.
 * @param durable false trades safety against a crash of the machine for speed, in tests only.
 */
export function serverArguments(data: string, port: number, durable: boolean): string[] {
  const settings: Record<string, string | number> = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    password_encryption: 'scram-sha-256',
    cluster_name: 'twinward',
    max_connections: 200,
    shared_buffers: `${sharedBuffers()}MB`,
    // A larger log of changes would make the start after a crash slower.
    max_wal_size: '1GB',
    wal_compression: 'on',
    // Data lies on a disk that seeks fast nearly everywhere; the default is of the days of spindles.
    random_page_cost: 1.1,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statements and the values in details may hold what must not be in a log.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_line_prefix: '',
    fsync: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
  };
  return ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
