import { totalmem } from 'node:os';

const megabyte = 1024 * 1024;

/** A sixteenth of the memory, because the application runs on the same machine. */
function sharedBuffers(): number {
  return Math.round(Math.min(1024, Math.max(128, totalmem() / megabyte / 16)));
}

/**
 * Settings of the server, as arguments of `postgres`.
 * @param durable false gives up crash safety for speed, in tests only.
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
    // A larger write-ahead log would make crash recovery slower.
    max_wal_size: '1GB',
    wal_compression: 'on',
    // Nearly all disks today seek fast; the default assumes spinning disks.
    random_page_cost: 1.1,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statements and values in error details may hold confidential data: keep them out of the log.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_line_prefix: '',
    fsync: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
  };
  return ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
