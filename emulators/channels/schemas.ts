/**
 * What each service takes, as JSON Schemas of what it documents: Discord's OpenAPI description, the pages of WeCom, DingTalk and Feishu
 * about group robots, and OneBot 11. Unknown fields are refused, which the services do not all do: a sender has no use for them.
 */
const closed = { type: 'object', additionalProperties: false } as const
const text = (maxLength: number, minLength = 0) => ({ type: 'string', minLength, maxLength })

const snowflakes = {
  type: 'array',
  maxItems: 100,
  uniqueItems: true,
  items: { type: 'string', pattern: '^\\d{1,20}$' },
}

const embed = {
  ...closed,
  properties: {
    title: text(256),
    description: text(4_096),
    url: { type: 'string', maxLength: 2_048, pattern: '^https?://' },
    color: { type: 'integer', minimum: 0, maximum: 16_777_215 },
    timestamp: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d' },
    fields: {
      type: 'array',
      maxItems: 25,
      items: {
        ...closed,
        required: ['name', 'value'],
        properties: { name: text(256, 1), value: text(1_024, 1), inline: { type: 'boolean' } },
      },
    },
    footer: { ...closed, required: ['text'], properties: { text: text(2_048, 1) } },
    author: { ...closed, required: ['name'], properties: { name: text(256, 1) } },
  },
}

export const discordMessage = {
  ...closed,
  properties: {
    content: text(2_000),
    username: text(80, 1),
    embeds: { type: 'array', maxItems: 10, items: embed },
    allowed_mentions: {
      ...closed,
      properties: {
        parse: { type: 'array', uniqueItems: true, items: { enum: ['users', 'roles', 'everyone'] } },
        users: snowflakes,
        roles: snowflakes,
      },
    },
  },
}

export const wecomMessage = {
  ...closed,
  required: ['msgtype'],
  oneOf: [
    { properties: { msgtype: { const: 'text' } }, required: ['text'] },
    { properties: { msgtype: { const: 'markdown' } }, required: ['markdown'] },
  ],
  properties: {
    msgtype: { type: 'string' },
    text: { ...closed, required: ['content'], properties: { content: text(2_048, 1) } },
    markdown: { ...closed, required: ['content'], properties: { content: text(4_096, 1) } },
  },
}

export const dingtalkMessage = {
  ...closed,
  required: ['msgtype'],
  oneOf: [
    { properties: { msgtype: { const: 'text' } }, required: ['text'] },
    { properties: { msgtype: { const: 'markdown' } }, required: ['markdown'] },
  ],
  properties: {
    msgtype: { type: 'string' },
    text: { ...closed, required: ['content'], properties: { content: text(20_000, 1) } },
    markdown: {
      ...closed,
      required: ['title', 'text'],
      properties: { title: text(200, 1), text: text(20_000, 1) },
    },
    at: {
      ...closed,
      properties: {
        isAtAll: { type: 'boolean' },
        atMobiles: { type: 'array', items: { type: 'string' } },
        atUserIds: { type: 'array', items: { type: 'string' } },
      },
    },
  },
}

const feishuPiece = {
  oneOf: [
    {
      ...closed,
      required: ['tag', 'text'],
      properties: { tag: { const: 'text' }, text: { type: 'string' }, un_escape: { type: 'boolean' } },
    },
    {
      ...closed,
      required: ['tag', 'text', 'href'],
      properties: {
        tag: { const: 'a' },
        text: { type: 'string' },
        href: { type: 'string', pattern: '^https?://' },
      },
    },
  ],
}

export const feishuMessage = {
  ...closed,
  required: ['msg_type', 'content'],
  properties: {
    timestamp: { type: 'string', pattern: '^\\d{10}$' },
    sign: { type: 'string', minLength: 1 },
    msg_type: { const: 'post' },
    content: {
      ...closed,
      required: ['post'],
      properties: {
        post: {
          ...closed,
          minProperties: 1,
          patternProperties: {
            '^(zh_cn|en_us)$': {
              ...closed,
              required: ['content'],
              properties: {
                title: { type: 'string' },
                content: {
                  type: 'array',
                  minItems: 1,
                  items: { type: 'array', minItems: 1, items: feishuPiece },
                },
              },
            },
          },
        },
      },
    },
  },
}

export const onebotGroupMessage = {
  ...closed,
  required: ['group_id', 'message'],
  properties: {
    group_id: { type: 'integer', minimum: 1 },
    auto_escape: { type: 'boolean' },
    message: {
      oneOf: [
        text(10_000, 1),
        {
          type: 'array',
          minItems: 1,
          items: {
            ...closed,
            required: ['type', 'data'],
            properties: {
              type: { const: 'text' },
              data: { ...closed, required: ['text'], properties: { text: { type: 'string' } } },
            },
          },
        },
      ],
    },
  },
}
