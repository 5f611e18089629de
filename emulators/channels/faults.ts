/**
 * How the services behave: `down` drops every connection, `slow` never answers, `limited` answers 429 with `Retry-After`, `error` 500,
 * `redirect` 302 to the same service, `gone` 410.
 */
export type ChannelFault = 'ok' | 'down' | 'slow' | 'limited' | 'error' | 'redirect' | 'gone'
