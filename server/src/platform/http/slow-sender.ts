import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorId } from '@twinward/contracts/core/error';
import type { HttpConfig } from '../config/http-config.ts';
import { AppError } from '../errors.ts';
import type { HttpLimits } from './http-limits.ts';
import { transportSecurity } from './transport-security.ts';

/** Samples of an upload's rate per window. */
const samplesPerWindow = 10;

/**
 * Ends a request whose body arrives too slowly, with 408. A multipart form has a minimum rate and no total
 * limit; every other body, and the rest of a form after the answer, has a total limit.
 */
export function limitBody(
  request: IncomingMessage,
  response: ServerResponse,
  limits: HttpLimits,
  refuseConnection: RefuseConnection,
): void {
  if (!hasBody(request)) return;
  const { socket } = request;
  const refuse = () => refuseConnection(socket, 'request-timeout', 'The request came too slowly.', response);
  const limitTime = () => {
    const timer = setTimeout(refuse, limits.bodyTime);
    return () => clearTimeout(timer);
  };
  let stop = isForm(request) ? limitRate(request, limits, refuse) : limitTime();
  if (isForm(request)) {
    response.once('finish', () => {
      stop();
      if (!request.readableEnded) stop = limitTime();
    });
  }
  // Not the request's 'close' event: a response closes the request even while its body is still arriving.
  const onEnd = () => {
    stop();
    socket.off('close', onEnd);
  };
  request.once('end', onEnd);
  socket.once('close', onEnd);
}

/** Time during which the server pauses the sender, while it stores data, does not count. */
function limitRate(
  request: IncomingMessage,
  { uploadRate, uploadWindow }: HttpLimits,
  refuse: () => void,
): () => void {
  const { socket } = request;
  const needed = (uploadRate * uploadWindow) / 1000;
  let samples = 0;
  let bytes = socket.bytesRead;
  const timer = setInterval(() => {
    if (request.isPaused() || request.readableLength > 0) samples = 0;
    else samples += 1;
    if (samples === 0) bytes = socket.bytesRead;
    if (samples < samplesPerWindow) return;
    if (socket.bytesRead - bytes < needed) refuse();
    samples = 0;
    bytes = socket.bytesRead;
  }, uploadWindow / samplesPerWindow);
  return () => clearInterval(timer);
}

const isForm = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.toLowerCase().startsWith('multipart/form-data') ?? false;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Answers an incomplete request, unless its answer has started, and closes the connection. */
export type RefuseConnection = (
  socket: Socket,
  id: ErrorId,
  message: string,
  response?: ServerResponse,
) => void;

export function createRefusal(https: HttpConfig['https']): RefuseConnection {
  const security = transportSecurity(https, false);
  return (socket, id, message, response) => {
    if (socket.destroyed) return;
    if (!socket.writable || response?.headersSent) {
      socket.destroy();
      return;
    }
    const error = new AppError(id, message);
    const body = JSON.stringify(error.body());
    socket.write(
      [
        `HTTP/1.1 ${error.status} ${error.title}`,
        'Connection: close',
        'Content-Type: application/json; charset=utf-8',
        'X-Content-Type-Options: nosniff',
        ...(security === null ? [] : [`Strict-Transport-Security: ${security}`]),
        `Content-Length: ${Buffer.byteLength(body)}`,
        '',
        body,
      ].join('\r\n'),
    );
    socket.destroySoon();
  };
}
