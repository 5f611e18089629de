import type { PortalSettingsChange } from '@clutch/contract/api/content/operator-portal-settings.ts'

/** A sample announcement; shown until an operator publishes another. */
export const sampleAnnouncement = {
  zh: '演示站：怎么付款、收邮件，见“常见问题”。周六 20:00 社区 5v5 之夜，回防服务器一起热身，欢迎参加。',
  en: 'A demo: how to pay and get mail is in the FAQ. Saturday 20:00: community 5v5 night. Warm up on the retakes server, everyone is welcome.',
}

/** Sample settings: links that lead nowhere, a filing number of zeros, and the community's rules. */
export const samplePortal: PortalSettingsChange = {
  features: { settings: { enabled: true } },
  links: {
    discord: 'https://discord.example/clutch',
    qq: 'https://qq.example/clutch',
    bilibili: 'https://bilibili.example/clutch',
    weibo: 'https://weibo.example/clutch',
  },
  filing: { text: '沪ICP备 00000000 号', url: 'https://beian.example/' },
  rules: {
    zh: [
      '尊重每一位玩家，禁止辱骂、歧视和骚扰。',
      '禁止任何形式的作弊，一经发现永久封禁。',
      '不要故意伤害队友，也不要挂机占位。',
      '最后两个位置为 VIP 预留，请留给他们。',
      '遇到问题请在群里联系管理员，附上时间和服务器名称。',
    ].join('\n'),
    en: [
      'Respect every player: no insults, no discrimination, no harassment.',
      'No cheating of any kind. Cheaters are banned permanently.',
      'Do not hurt your own team on purpose and do not idle on a slot.',
      'The last two slots are reserved for VIPs. Leave them free.',
      'Something wrong? Tell an admin when and on which server.',
    ].join('\n'),
  },
}
