import { emailAddress } from '@twinward/contracts/core/primitives';
import { helpSettings, video, videoSettings } from '@twinward/contracts/system/setting';
import { unlessEmpty } from './rule.ts';
import { schemaRule, schemaRules } from './schema-rules.ts';

/** Validation of the help settings, for forms and calls. */

const address = /^(https?:\/\/|\/(?!\/))[^\s\\]+$/;

/** A web address, or a path of this server. */
const addressOrPath = unlessEmpty((text: string) =>
  address.test(text) && URL.canParse(text, 'http://localhost')
    ? null
    : 'Please enter an address, or a path that begins with /.',
);

/** A host that is safe inside a Content-Security-Policy: it contains no character that ends a source or a directive. */
const plainHost = /^[a-z0-9.-]+(:\d+)?$/;

/**
 * The source that a video folder is loaded from.
 * @param path an address, or a path of this server.
 * @returns an origin, 'self' for this server, or null for an invalid folder.
 */
export function videoOrigin(path: string): string | null {
  if (addressOrPath(path) !== null || path === '') return null;
  if (path.startsWith('/')) return 'self';
  const { origin, host, username, password } = new URL(path);
  return plainHost.test(host) && username === '' && password === '' ? origin : null;
}

const videoFolder = unlessEmpty((text: string) =>
  addressOrPath(text) === null && videoOrigin(text) === null
    ? 'Please enter a host of letters, digits, dots and dashes, without a user name.'
    : null,
);

const webAddress = unlessEmpty((text: string) =>
  text.startsWith('/') ? 'Please enter a web address.' : addressOrPath(text),
);

export const videoSettingsRules = {
  path: [schemaRule(videoSettings.shape.path), addressOrPath, videoFolder],
};

export const videoRules = schemaRules(video.shape, ['title', 'id']);

const email = schemaRule(emailAddress);

/** An e-mail address, or an address of the web. */
export const emailOrWebAddress = unlessEmpty((text: string) =>
  [email, webAddress].some((rule) => rule(text) === null)
    ? null
    : 'Please enter an e-mail address, or a web address.',
);

export const helpSettingsRules = {
  documentation: [schemaRule(helpSettings.shape.documentation), addressOrPath],
  support: [schemaRule(helpSettings.shape.support), emailOrWebAddress],
};
