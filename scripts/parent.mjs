const interval = 250;

/**
 * Stops this process when the program that started it has ended. npm runs scripts in a shell that doesn't forward
 * signals, and a killed npm forwards none either: this process would continue unnoticed.
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
