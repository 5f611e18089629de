import packed from '../package.json' with { type: 'json' }

/** The version of the portal, as its section of CHANGELOG.md is called. */
export const portalVersion: string = packed.version
