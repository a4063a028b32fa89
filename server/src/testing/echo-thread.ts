import { parentPort, workerData } from 'node:worker_threads';

interface Echo {
  text: string;
}

const { text } = workerData as Echo;
parentPort!.on('message', (message: string) => parentPort!.postMessage(message));
parentPort!.postMessage(text);
