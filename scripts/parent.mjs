const interval = 250;

/**
 * Has this process told to stop once the program that started it is gone. npm runs a script in a shell that
 * passes no signal on, and a killed npm passes none either: we would run on, out of sight.
 */
export function stopWithParent() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, interval);
  timer.unref();
}
