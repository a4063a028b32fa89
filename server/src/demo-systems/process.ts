/** What the commands have in common that start a system to connect to. */

/** The port of the environment, else the one that such systems usually have. */
export const portOr = (usual: number): number => Number(process.env.PORT ?? usual);

/** Stops a system in order when its process is asked to end. */
export function stopWithProcess(system: { stop(): Promise<void> }): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      void system.stop().then(() => process.exit(0));
    });
}
