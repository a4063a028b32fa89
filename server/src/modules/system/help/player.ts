import { hostedVideos, type Video } from '@twinward/contracts/system/setting';
import { isClip, listVideos } from '@twinward/domain/clips';
import { videoOrigin } from '@twinward/domain/rules/help-rules';
import { escapeHtml } from '@twinward/domain/text/markdown';
import type { Actor } from '../../../platform/actor.ts';
import type { Tenant, Tenants } from '../../../platform/database/tenants.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { getVideoSettings } from './service.ts';

/** Milliseconds for which a ticket opens the player. */
const ticketLifetime = 5 * 60_000;
/** Vertical resolution requested from the hosted provider. */
const quality = 1080;

interface Ticket {
  videoId: string;
  /** Epoch milliseconds */
  expiresAt: number;
}

/** A video and its source. */
export interface PlayableVideo {
  title: string;
  kind: 'file' | 'hosted';
  address: string;
  /** Address of its captions; null if there are none. */
  captions: string | null;
  /** The only source that the player's policy allows. */
  source: string;
}

const toPurpose = (tenant: Tenant): string => `video player of ${tenant.name}`;

/**
 * Creates the address of the player for one video.
 * @throws AppError `not-found` if the video is not listed or its folder cannot be used.
 */
export async function createPlayerAddress({ tenant }: Actor, videoId: string): Promise<string> {
  await readVideo(tenant, videoId);
  const ticket: Ticket = { videoId, expiresAt: Date.now() + ticketLifetime };
  const query = new URLSearchParams({
    database: tenant.name,
    ticket: tenant.secrets.seal(JSON.stringify(ticket), toPurpose(tenant)),
  });
  return `/api/settings/system/video/player?${query}`;
}

/** @throws AppError `not-found` if the ticket is invalid or expired, or the video was removed. */
export async function readTicketVideo(
  tenants: Tenants,
  databaseName: string,
  sealed: string,
): Promise<PlayableVideo> {
  const tenant = await tenants.get(databaseName);
  const ticket = tenant && openTicket(tenant, sealed);
  if (!ticket || ticket.expiresAt < Date.now()) {
    throw new AppError('not-found', 'This address of a video has expired. Please open the video again.');
  }
  return readVideo(tenant, ticket.videoId);
}

function openTicket(tenant: Tenant, sealed: string): Ticket | null {
  try {
    return JSON.parse(tenant.secrets.open(sealed, toPurpose(tenant))) as Ticket;
  } catch {
    return null;
  }
}

async function readVideo({ db }: Tenant, id: string): Promise<PlayableVideo> {
  const settings = await getVideoSettings(db);
  const video = found(
    listVideos(settings).find((each) => each.id === id),
    'Video',
  );
  return isClip(settings, id) ? locateClip(video) : locate(settings.path, video);
}

/** Returns a built-in clip. Its address is relative to the address of the player, which may be below a base path. */
function locateClip({ id, title }: Video): PlayableVideo {
  const address = `../../../../docs/clips/${id}`;
  return { title, kind: 'file', address: `${address}.webm`, captions: `${address}.vtt`, source: "'self'" };
}

function locate(path: string, { id, title }: Video): PlayableVideo {
  const name = encodeURIComponent(id);
  if (path === '') {
    const address = `${hostedVideos}/video/${name}?quality=${quality}p&dnt=1`;
    return { title, kind: 'hosted', address, captions: null, source: hostedVideos };
  }
  // A folder that was stored before validation was introduced is ignored.
  const origin = found(videoOrigin(path), 'The folder of the videos');
  const address = `${path.replace(/\/+$/, '')}/${name}.mp4`;
  return { title, kind: 'file', address, captions: null, source: origin === 'self' ? "'self'" : origin };
}

/**
 * Returns the Content-Security-Policy of the player: only what this video needs, embedded in a page of the application.
 */
export function contentSecurityPolicy(
  { kind, source }: PlayableVideo,
  nonce: { script: string; style: string },
): string {
  return [
    "default-src 'none'",
    `${kind === 'file' ? 'media-src' : 'frame-src'} ${source}`,
    `script-src 'nonce-${nonce.script}'`,
    `style-src 'nonce-${nonce.style}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}

/** Returns the player as a document. It shows a message if the video cannot be loaded. */
export function renderDocument(video: PlayableVideo, nonce: { script: string; style: string }): string {
  const title = escapeHtml(video.title);
  const address = escapeHtml(video.address);
  // Captions are off at first, since the pictures of a clip have a bar with the same words.
  const track =
    video.captions === null
      ? ''
      : `<track kind="captions" src="${escapeHtml(video.captions)}" srclang="en" label="English">`;
  const content =
    video.kind === 'file'
      ? `<video controls src="${address}" aria-label="${title}">${track}</video>
<p role="alert" hidden>This video could not be played: ${address}</p>
<script nonce="${nonce.script}">
const [video, message] = document.body.children;
const fail = () => { video.hidden = true; message.hidden = false; };
if (video.error) fail(); else video.addEventListener('error', fail);
</script>`
      : `<iframe src="${address}" title="${title}" allow="fullscreen; picture-in-picture" allowfullscreen></iframe>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<style nonce="${nonce.style}">
html, body { margin: 0; height: 100%; background: #000; color: #fff; font: 14px/1.5 system-ui, sans-serif; }
video, iframe { display: block; width: 100%; height: 100%; border: 0; }
[hidden] { display: none; }
p { margin: 0; padding: 16px; overflow-wrap: anywhere; }
</style>
</head>
<body>
${content}
</body>
</html>
`;
}
