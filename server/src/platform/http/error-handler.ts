import type { ErrorBody } from '@twinward/contracts/core/error';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { classifyError, type DatabaseTrouble } from '../database/database-trouble.ts';
import { AppError } from '../errors.ts';
import { halfCharacter, zeroCharacter } from '../text.ts';

/** Answers every failure with the error body of the contracts, and logs those that the server caused. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerFailure);
}

/** Answers a failed request, including one that matched no route. */
export function answerFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (request.raw.readableAborted) {
    // The client has disconnected: failing to read its body is not a server error.
    request.log.info('the client broke off its request');
    return reply.status(400).send();
  }
  const known = toAppError(error, request);
  if (known.status > 500) reply.header('retry-after', retryAfter);
  if (known.id === 'internal') request.log.error({ err: error }, 'request failed');
  else if (known.status >= 500) request.log.warn({ reason: error.message }, 'request failed');
  else if (hasCode(metSomethingElse, error)) request.log.warn({ err: error }, 'a request met another');
  if (known.retryAfter !== undefined) reply.header('retry-after', known.retryAfter);
  return reply.status(known.status).send(known.body(request.id));
}

/** The answer to each kind of database trouble. */
const troubleAnswers: Record<DatabaseTrouble, () => AppError> = {
  unreachable: () => new AppError('unavailable', 'The database is not reachable now. Please try again.'),
  busy: () => new AppError('unavailable', 'All connections to the database are in use. Please try again.'),
  timeout: () =>
    new AppError('unavailable', 'The database took too long to answer. Please try again, or ask for less.'),
  'disk-full': () =>
    new AppError('disk-full', "The database's disk is full.", {
      detail: 'Nothing was saved. An administrator must free disk space on the server.',
    }),
};

/** Seconds after which a client may retry a call that failed for a temporary reason. */
const retryAfter = 5;

/** foreign_key_violation: the referenced row was deleted after the call read it. */
const goneMeanwhile = '23503';
/** serialization_failure and deadlock_detected: this transaction was rolled back. */
const undone = ['40001', '40P01'];
const metSomethingElse = new Set([goneMeanwhile, ...undone]);

const hasCode = (codes: ReadonlySet<string>, { code }: FastifyError): boolean =>
  code !== undefined && codes.has(code);

/**
 * character_not_in_repertoire and untranslatable_character: PostgreSQL can't store U+0000, in text or in
 * JSON.
 */
const zeroCharacterCodes = new Set(['22021', '22P05']);
/**
 * invalid_text_representation, for JSON. The server sends valid JSON, so the only cause is a lone surrogate.
 */
const isHalfCharacter = ({ code, message }: FastifyError): boolean =>
  code === '22P02' && message.includes('json');

function toAppError(error: FastifyError, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = error.validation.map(({ instancePath, message }) => ({
      path: instancePath.replace(/^\//, '').replaceAll('/', '.'),
      message: message ?? 'Invalid.',
    }));
    return invalid(errors);
  }
  // Validating a body fails only if its nesting exceeds the stack.
  if (error instanceof RangeError && error.code === 'FST_ERR_VALIDATION') {
    return new AppError('invalid-request', 'The body nests too deep.');
  }
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
      return new AppError('too-large', `The body is larger than ${bytes(bodyLimit(request))}.`);
    case 'FST_FIELDS_LIMIT':
    case 'FST_PARTS_LIMIT':
    case 'FST_FILES_LIMIT':
      return new AppError(
        'invalid-request',
        'The form has too many parts. Please send one file, and its fields before it.',
      );
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return new AppError(
        'unsupported-media-type',
        'The body has a content type that this call does not take.',
      );
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return new AppError('invalid-request', 'The body is not valid JSON.');
  }
  if (error instanceof SyntaxError && error.statusCode === 400) {
    return new AppError('invalid-request', 'The body is not valid JSON.');
  }
  if (error.statusCode === 429) {
    return new AppError('too-many-requests', 'Too many requests. Please wait a minute.');
  }
  if (hasCode(zeroCharacterCodes, error)) {
    return new AppError('invalid-request', zeroCharacter);
  }
  if (hasCode(metSomethingElse, error)) {
    const message =
      error.code === goneMeanwhile
        ? 'A related record was deleted. Please reload the page.'
        : 'Something else was changed at the same moment, which this depends on. Please try again.';
    return new AppError('conflict', message);
  }
  if (isHalfCharacter(error)) {
    return new AppError('invalid-request', halfCharacter);
  }
  const trouble = classifyError(error);
  if (trouble) return troubleAnswers[trouble]();
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError(error.statusCode === 404 ? 'not-found' : 'invalid-request', error.message);
  }
  return new AppError('internal', 'Something went wrong on our side. It has been logged.');
}

function invalid(errors: NonNullable<ErrorBody['errors']>): AppError {
  const [first] = errors;
  const message = first
    ? first.path
      ? `${first.path}: ${first.message}`
      : first.message
    : 'Invalid request.';
  return new AppError('invalid-request', message, { errors });
}

function bodyLimit(request: FastifyRequest): number {
  return request.routeOptions.bodyLimit ?? 1024 * 1024;
}

function bytes(count: number): string {
  return count >= 1024 ** 3 ? `${count / 1024 ** 3} GiB` : `${Math.round(count / 1024 ** 2)} MiB`;
}
