/** The start parameters of PGlite without `-F`, which turns fsync off, and with buffers for one small process. */
export function startParameters(synchronous: boolean): string[] {
  const settings = {
    search_path: 'public',
    exit_on_error: 'false',
    log_checkpoints: 'false',
    max_worker_processes: '0',
    max_parallel_workers: '0',
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
    io_method: 'sync',
    // PGlite's fdatasync, the default, does nothing.
    wal_sync_method: 'fsync',
    fsync: synchronous ? 'on' : 'off',
    shared_buffers: '8MB',
    max_connections: '2',
    TimeZone: 'UTC',
    DateStyle: 'ISO',
  };
  return ['--single', '-O', '-j', ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
