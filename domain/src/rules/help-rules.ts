import { email, identifier, maximumLength, required } from './field-rules.ts';
import { unlessEmpty } from './rule.ts';

/** What the settings of the help menu ask of their fields, in forms and calls alike. */

const address = /^(https?:\/\/|\/(?!\/))[^\s\\]+$/;

/** An address of the web, or a path of this server. */
export const addressOrPath = unlessEmpty((text: string) =>
  address.test(text) && URL.canParse(text, 'http://localhost')
    ? null
    : 'Please enter an address, or a path that begins with /.',
);

const webAddress = unlessEmpty((text: string) =>
  text.startsWith('/') ? 'Please enter a web address.' : addressOrPath(text),
);

export const videoSettingsRules = { path: [maximumLength(300), addressOrPath] };

/** The id becomes part of an address. */
export const videoRules = {
  title: [required, maximumLength(100)],
  id: [required, maximumLength(100), identifier],
};

export const helpSettingsRules = {
  documentation: [required, maximumLength(300), addressOrPath],
  support: [
    maximumLength(300),
    unlessEmpty((text: string) =>
      [email, webAddress].some((rule) => rule(text) === null)
        ? null
        : 'Please enter an e-mail address, or a web address.',
    ),
  ],
};
