/** B6: the four places a community links to; an unset one is not rendered. */
export const socialLinks = ['discord', 'qq', 'bilibili', 'weibo'] as const
