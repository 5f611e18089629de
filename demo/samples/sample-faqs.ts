import type { Body } from '@clutch/contract/api/call.ts'
import type { operatorAddFaq } from '@clutch/contract/api/content/operator-faqs.ts'

/** What players of a community ask most often, and the answers of its operators. */
export const sampleFaqs: readonly Pick<Body<typeof operatorAddFaq>, 'question' | 'answer'>[] = [
  {
    question: { zh: '怎么加入服务器？', en: 'How do I join a server?' },
    answer: {
      zh: '<p>在服务器列表里点“加入”，Steam 会打开游戏并自动连接。没有反应的话：</p><ol><li>打开游戏，按 <code>~</code> 调出控制台；</li><li>回到列表复制服务器地址；</li><li>粘贴到控制台，按回车。</li></ol>',
      en: '<p>Press “Join” in the list of servers: Steam opens the game and connects. If nothing happens:</p><ol><li>Open the game and its console with <code>~</code>.</li><li>Copy the address from the list.</li><li>Paste it into the console and press Enter.</li></ol>',
    },
  },
  {
    question: { zh: '服务器满了，怎么进得去？', en: 'The server is full. How do I get in?' },
    answer: {
      zh: '<p>每台服务器最后两个位置为 <strong>VIP</strong> 预留。也可以用“快速加入”，它会找到还有空位的服务器。</p>',
      en: '<p>The last two slots of every server are kept for <strong>VIPs</strong>. Or use “Quick join”: it finds a server that has room.</p>',
    },
  },
  {
    question: { zh: 'VIP 怎么购买，多久生效？', en: 'How do I buy VIP, and when does it begin?' },
    answer: {
      zh: '<p>用 Steam 登录后，在 VIP 页面选择时长，用支付宝、微信或 PayPal 付款。付款成功后<strong>立即生效</strong>，服务器上最迟一分钟内识别。</p><p>已经是 VIP 的，时长会接在后面。</p>',
      en: '<p>Sign in with Steam, choose a term on the page of VIP and pay by Alipay, WeChat or PayPal. It begins <strong>at once</strong>; the servers know within a minute.</p><p>If you are a VIP already, the term is added at its end.</p>',
    },
  },
  {
    question: { zh: '练习服务器有什么用？', en: 'What is a practice server for?' },
    answer: {
      zh: '<p>一台只属于你的服务器，常用来：</p><ul><li>练投掷物和跑图，例如输入 <code>.rethrow</code> 重投；</li><li>和队友打训练赛，用 <code>!setup</code> 开始；</li><li>下载比赛 Demo 复盘。</li></ul><blockquote>指令面板里有全部指令，点一下就能复制。</blockquote>',
      en: '<p>A server of your own, mostly for:</p><ul><li>grenades and movement, for instance <code>.rethrow</code>;</li><li>scrims with your team, which <code>!setup</code> begins;</li><li>looking at your matches again in their demos.</li></ul><blockquote>The panel lists every command; a press copies it.</blockquote>',
    },
  },
  {
    question: { zh: '排行榜的数据多久更新？', en: 'How often is the leaderboard updated?' },
    answer: {
      zh: '<p>对局里发生的一切几秒内就会计入。人太少的服务器不计数：</p><table><thead><tr><th>模式</th><th>最少人数</th></tr></thead><tbody><tr><td>回防</td><td>2</td></tr><tr><td>死斗</td><td>2</td></tr></tbody></table>',
      en: '<p>What happens on a server is counted within seconds. A server with too few people does not count:</p><table><thead><tr><th>Mode</th><th>People at least</th></tr></thead><tbody><tr><td>Retakes</td><td>2</td></tr><tr><td>Deathmatch</td><td>2</td></tr></tbody></table>',
    },
  },
  {
    question: { zh: '怎么申请退款？', en: 'How do I ask for a refund?' },
    answer: {
      zh: '<p>在“我的订单”里打开订单，点“提问”写明原因，管理员会在一个工作日内处理。钱原路退回。</p>',
      en: '<p>Open the order under “My orders” and ask there, with the reason. The operators answer within one working day, and the money goes back the way it came.</p>',
    },
  },
]
