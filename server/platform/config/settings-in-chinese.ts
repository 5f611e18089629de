import type { settingDefinitions } from './config.ts'

/** What each setting means, in Chinese; its definition says it in English. */
export const settingsInChinese: Record<keyof typeof settingDefinitions, string> = {
  env: '`production` 要求 https 地址和密钥。`npm start` 与 `npm run dev` 使用 `development`。',
  host: '门户监听的地址。代理在同一台机器上时保持默认，容器里设为 `::`，即 IPv6 和 IPv4 的所有地址（系统没有 IPv6 时只有 IPv4）。',
  port: '门户监听的 TCP 端口，0 表示任选一个空闲端口。',
  publicUrl: '玩家访问的地址，不带路径。生产环境必填且必须是 https，其他情况由监听地址和端口得出。',
  dataDir: '内置数据库和文件的存放目录，相对于启动时所在的目录。',
  roles:
    '本进程承担的角色，以逗号分隔：`web`、`worker`、`poller`。前两种可以有多个进程，轮询同一时间只有一个在工作。',
  secretKey:
    '用来加密保存的机密并签名的密钥：32 字节的 base64（`openssl rand -base64 32`）。更换时把新密钥放在前面，并保留旧密钥：`NEWKEY,OLDKEY`。生产环境必填，其他情况自动生成在数据目录的 `secret.key` 中。',
  operatorToken:
    '数据目录中的 `operator.token` 是否让持有者成为拥有全部权限的管理员。它用于首次启动；设为 `off` 后既不创建也不接受该文件，管理员使用登录会话和 API 令牌。',
  trustProxy: '哪些代理可以告知访客地址（`X-Forwarded-For`）：以逗号分隔的地址或网段、`loopback` 或 `none`。',
  logLevel: '日志的详细程度：`fatal`、`error`、`warn`、`info`、`debug`、`trace` 或 `silent`。',
  databaseUrl:
    '自己的 PostgreSQL（15 或更新）：`postgres://user:password@host:5432/clutch`。不设置时使用数据目录中的内置数据库。',
  databaseDirectUrl:
    'PostgreSQL 本身的地址，用于 `DATABASE_URL` 指向事务模式连接池（如 PgBouncer）的情况。通知、锁、迁移和备份走此地址，其余走连接池。',
  databasePool: '本进程用于查询的最大连接数；监听、锁和任务另用少量连接。',
  updateUrl:
    '描述最新版本的地址，例如 `https://api.github.com/repos/OWNER/clutch/releases/latest`。设置后每天查询一次，有新版本时显示在后台概览；不设置则不查询。',
  steamOpenidUrl: '玩家在 Steam 证明身份的地址（OpenID 2.0），身份须来自同一站点的 `…/openid/id/`。',
  steamRealm: 'Steam 向玩家展示的登录站点，默认为门户的公开地址。',
  steamApiUrl: 'Steam Web API 的地址，或本地可以访问的镜像。',
  steamApiKey:
    'Steam Web API 密钥（https://steamcommunity.com/dev/apikey）。设置后显示玩家的 Steam 名称和头像，不设置也能登录。',
  steamPictureHosts: '允许下载头像的主机，以逗号分隔，包含其子域名。',
  smtpUrl:
    '发送邮件的服务器：`smtps://user:password@host:465`，或 `smtp://user:password@host:587`（除非在本机，否则必须支持 STARTTLS）。不设置时无法用邮箱注册。',
  mailFrom: '邮件的发件地址，默认为公开地址下的 `no-reply@`。',
  refundApprovalCny:
    '管理员退款达到此金额（单位：分）时，须由另一位管理员批准；同一笔付款此前已退的金额计算在内。',
  refundApprovalUsd: '同上，适用于美元退款（单位：美分）。',
  alipayUrl: '支付宝网关。沙箱地址在生产环境会被拒绝。',
  alipayAppId: '支付宝的应用 ID。设置后由下面几项启用支付宝。',
  alipaySellerId: '商户在支付宝的账号（2088…），每笔付款都必须付给它。',
  alipayPrivateKey: '应用私钥（RSA，PKCS#8 或 PKCS#1）。',
  alipayPublicKey: '支付宝的公钥（不是应用公钥），更换期间可填两个。也可改用三份证书。',
  alipayAppCert: '应用证书（`appCertPublicKey_….crt`），以证书方式接入支付宝时使用。',
  alipayCert: '支付宝证书（`alipayCertPublicKey_RSA2.crt`），更换期间可填两份。',
  alipayRootCert: '支付宝根证书（`alipayRootCert.crt`）。',
  wechatUrl: '微信支付的 API 地址，没有沙箱。',
  wechatAppId: '与商户号绑定的应用 ID（wx…）。设置后由下面几项启用微信支付。',
  wechatMerchantId: '商户号（mchid）。',
  wechatCertSerial: '商户自己 API 证书的序列号。',
  wechatPrivateKey: '该证书的私钥（`apiclient_key.pem`）。',
  wechatApiV3Key: 'APIv3 密钥，32 个字符。没有它，微信不会通知付款。',
  wechatKeys:
    '微信支付签名所用的公钥，按 ID 列出（JSON）：微信支付公钥（`PUB_KEY_ID_…`）或平台证书（序列号），更换期间可填两个。',
  paypalEnvironment: '`live`，或生产环境会拒绝的 `sandbox`。',
  paypalClientId: 'REST 应用的客户端 ID。设置后由下面几项启用 PayPal。',
  paypalClientSecret: '该应用的密钥。',
  paypalWebhookId: '为 `…/api/payment/notify/paypal` 创建的 Webhook 的 ID。',
  paypalConnect: '仅供开发：以 TLS 和 PayPal 的名义代替其主机的 `host:port`。',
  paypalCa: '仅供开发：信任上述模拟器所用的证书。',
  rentalDriver:
    '租用服务器的形式：`process`（本机程序）、`docker`（`CLUTCH_DOCKER_HOSTS` 上的容器）或 `kubernetes`（`CLUTCH_KUBERNETES_CLUSTERS` 各集群中的 Pod）。',
  gameCommand:
    '游戏服务器的启动命令（JSON），可用占位符：`{port}`、`{tv}`（游戏 TV 端口，即 `{port}` + 10000）、`{index}`（端口在范围内的序号，从 0 开始）、`{host}` 和 `{folder}`。该目录含有启动时必须执行的 `cfg/server.cfg`，以及 `cfg/MatchZy/admins.json` 和 `counterstrikesharp/admins.json`。使用 docker 时命令在容器中运行，目录为 `/clutch`。不设置时租用的服务器是模拟的，生产环境会拒绝。',
  gameVerifyCommand: '服务器停止时校验其文件的命令，写法同 `CLUTCH_GAME_COMMAND`。不设置时校验只是一次重启。',
  gameInstall:
    '租用的服务器启动所用的游戏安装目录，写法与启动命令所见一致：`/srv/cs2/current`，使用 docker 时为容器内的路径。门户读取其版本，并重启运行其他版本的服务器：空服立即重启，其余在无人时或管理员设定的期限重启。不设置时，只由管理员和所有者手动重启。',
  gameUpdateCommand:
    '更新主机上游戏安装的命令，以 JSON 书写，例如 `["npm","--prefix","/opt/clutch/current","run","game-host","--","update","--root","/srv/cs2"]` 加上其选项。已安装的版本过旧时，以及管理员要求时，由门户执行；选择版本、暂停、恢复和读取状态时替换其中的 `update` 一词。使用 docker 时在单独的容器中运行。不设置时，安装由主机自行更新。',
  gameUpdateImage:
    '使用 docker 时，运行 `CLUTCH_GAME_UPDATE_COMMAND` 的镜像，默认为 `CLUTCH_DOCKER_IMAGE`。门户不会拉取镜像。',
  gameUpdateMounts:
    '使用 docker 时，运行 `CLUTCH_GAME_UPDATE_COMMAND` 的容器可见的主机目录，JSON 列表，如 `["/srv/cs2:/srv/cs2"]`；镜像的用户须有写入权限。',
  gameAdminRcon:
    '租用服务器的管理员能否执行任意控制台命令（`css_rcon`），例如读取 RCON 密码。不开启时，他们可使用 MatchZy 的配置、换图、练习模式和聊天。',
  gameModes:
    '玩家可在卡片上选择的模式，以逗号分隔：practice、match、scrim、deathmatch、retakes、duel（1v1）。retakes 与 duel 需要模组目录中的 `cfg/clutch/retakes.cfg` 与 `cfg/clutch/1v1.cfg`。',
  mapPictureDir:
    '地图图片所在的目录，文件名为地图名，创意工坊地图为其编号：`de_mirage.webp`、`3070284539.webp`、`.jpg` 或 `.png`，每张不超过 2 MB。没有图片的地图显示绘制的图案。',
  gameProtocol: '如何确认租用的服务器已就绪：`valve`（A2S 与 RCON），或 gamedig 的游戏 ID（不检查 RCON）。',
  gameUser:
    '门户以 root 运行时，所有租用的服务器共用的用户：用户名或 uid:gid。此时它们能读取彼此的文件，`CLUTCH_GAME_UIDS` 可将其隔离。两者都不设置时，生产环境中 root 不会启动任何游戏。',
  gameUids:
    '门户以 root 运行时，process 方式的租用的服务器使用的用户编号范围：每台各用一个编号和同号的组，互相读不到文件。范围内不能有本机已有的用户，数量不少于端口数。用于代替 `CLUTCH_GAME_USER`。',
  gameHost:
    'process 方式的租用的服务器在本机监听的地址。门户也用它查询；为 `0.0.0.0` 或 `::` 时改用回环地址，并且必须设置 `CLUTCH_GAME_PUBLIC_HOST`。',
  gamePublicHost: '玩家实际连接的地址或域名，与上面不同时设置。',
  gamePorts: '本机租用的服务器使用的端口（UDP 与 TCP）。',
  gameRegions: 'process 方式下本机服务的地区，以逗号分隔；`*` 表示全部，此时各地区的服务器其实都在同一地点。',
  gameCapacity:
    'process 方式下租用的服务器最多占用本机多少资源（JSON），如 `{"servers":20,"memoryMb":60000,"cpus":14}`。未填写时：每个端口一个服务器、本机内存减去 1 GB、全部核心。',
  hostClasses:
    '每个级别的单个服务器所得的资源（JSON），如 `{"standard":{"memoryMb":3072,"cpus":2,"reserveCpus":1,"cores":"0-7"},"performance":{"memoryMb":4096,"reserveCpus":2,"cores":"8-15","cpuShares":2048}}`。可换地区的租用属于 `performance`，其他属于 `standard`，只服务此处列出的级别。分配时计入 `reserveCpus` 和 `memoryMb`；`cores` 是该级别服务器固定使用的核心。`cpus`（上限）、`cpuShares`、`image`、`command`、`mounts` 只用于 docker，`memoryMb` 也只由 docker 强制执行；`nice`（0 至 19）只用于 process。',
  gameHostName: '本机的名称（process 方式）：worker 只处理自己机器上的服务器。有服务器在此运行期间不要更改。',
  dockerHosts:
    'Docker 主机的 JSON 列表，每台含名称、地区、地址、端口范围和上限；`subnets` 是为每台服务器单独划分网络的 IPv4 地址段；`https://` 还需 `ca`、`cert` 和 `key`。主机与众不同之处：`capacity`（`memoryMb`、`cpus`）、`classes`（写法同 `CLUTCH_HOST_CLASSES`，只服务所列级别）、`image`、`command` 和 `mounts`。`rcon`（`offset`、`ca`，可选 `host` 和 `name`）是 RCON 的 TLS 代理，此时游戏的 TCP 端口只发布在 127.0.0.1。',
  dockerImage: '游戏服务器的镜像，最好带摘要。门户不会自行拉取。',
  dockerMounts: '每个容器可见的主机目录，JSON 列表，如 `["/srv/cs2:/cs2:ro"]`。',
  dockerMemoryMb: '每个容器的内存上限（MB），0 表示不限制；分配时计入。',
  dockerCpus: '每个容器的 CPU 核数上限，如 `2` 或 `1.5`，0 表示不限制。',
  dockerInit:
    '设为 `1` 时，引擎自带的 init 程序（Docker 为 docker-init，Podman 为 catatonit）作为每个游戏容器的第一个进程，为不使用 `start.sh` 启动的游戏回收已结束的子进程；`start.sh` 自己会回收。此时程序缺失表现为服务器退出，而不是主机拒绝启动。',
  kubernetesClusters:
    'Kubernetes 集群的 JSON 列表，如 `{"name":"shanghai","regions":["ap-shanghai"],"kubeconfig":"/etc/clutch/shanghai.kubeconfig","namespace":"clutch-games","nodes":{"clutch.pool":"games"},"ports":"27200-28199"}`。不设 `kubeconfig`（及其 `context`）时使用门户自身 Pod 的服务账号；`nodes` 是运行游戏的节点的标签；`ask` 为 `internal` 或 `public`，即门户查询所用的节点地址；网络不支持 hostPort 的集群设 `hostNetwork`；设 `agones` 时游戏以 Agones 的 GameServer 运行；`imagePullSecrets`（名称列表）和 `priorityClassName` 用于游戏的 Pod；`reserve`（`{"memoryMb":2048,"cpus":1}`）是其他 Pod 在每个节点上的占用；`most`、`capacity`、`classes`、`image`、`command`、`mounts` 与 `CLUTCH_DOCKER_HOSTS` 相同。每个端口在整个集群内只用一次。',
  kubernetesImage: '游戏服务器 Pod 的镜像，最好带摘要。',
  kubernetesAgentImage: '门户的镜像，最好带摘要：用它在节点上写入和读取游戏的文件。',
  kubernetesMounts: '每个游戏 Pod 可见的节点目录，JSON 列表，如 `["/srv/cs2:/srv/cs2:ro"]`。',
  kubernetesDataDir: '节点上存放游戏文件的目录，`deploy/kubernetes/node-agent.yaml` 的代理须挂载同一目录。',
  kubernetesUser: '运行游戏并拥有其文件的用户和组编号。',
  kubernetesMemoryMb: '每个游戏 Pod 申请且不得超过的内存（MB），0 表示都不设；分配时计入。',
  kubernetesCpus: '每个游戏 Pod 申请且不得超过的 CPU 核数，如 `2` 或 `1.5`，0 表示都不设。',
  reportUrl: '已登记的服务器和租用的服务器上报事件和 Demo 的门户地址，公开地址不可用时设置。',
  demoDir: 'Demo 的存放目录，所有 web 进程必须看到同一目录。默认为数据目录中的 `demos`。',
  gameLabels: '以逗号分隔的标记，附在每台租用服务器的进程或容器上，便于据此清理。',
  fileStore:
    '新的 Demo 和备份保存在哪里：`folder` 或 `s3`。只要设置了 S3，两处的文件都能读取；用 `npm run files -- move` 迁移。',
  s3Endpoint:
    'S3 服务的地址，如 `https://s3.eu-central-1.amazonaws.com` 或 `http://minio:9000`，可以是内网地址。',
  s3DownloadEndpoint:
    '玩家浏览器访问同一服务的地址（下载会重定向到此），与上面不同时设置。`none`：由门户自己发送文件。',
  s3Region: '存储桶所在的区域；不分区域的服务可任意填写。',
  s3Bucket: '存储桶名称。须已存在，其中的内容无需公开。',
  s3Prefix: '所有对象名称的前缀，用于与他人共用的存储桶，如 `clutch/`。',
  s3AccessKey:
    'Access key ID。不设置它和对应的密钥时，使用本机的凭据，与 AWS 自己的工具相同（`AWS_ACCESS_KEY_ID`、实例或 Pod 的角色）。',
  s3SecretKey: 'Secret access key。',
  s3PathStyle:
    '`1`：存储桶写在路径中（MinIO、Ceph）；`0`：写在域名中（AWS、R2、腾讯云 COS）；`domain`：两者都不写，`CLUTCH_S3_ENDPOINT` 即存储桶自己的域名，阿里云 OSS 新账号需要这种方式。',
  s3DownloadPathStyle: '`CLUTCH_S3_DOWNLOAD_ENDPOINT` 的寻址方式，与上一项不同时设置。',
  s3Sse: '要求服务端使用的加密方式：`none`、`AES256`，或使用 `CLUTCH_S3_SSE_KEY` 密钥的 `aws:kms`。',
  s3SseKey: '`aws:kms` 所用密钥的 ID；不设置时使用存储桶的默认密钥。',
  backupDir:
    '`CLUTCH_FILE_STORE` 为 `folder` 时定时备份所在的目录，默认为数据目录中的 `backups`；最好放在另一块磁盘上。',
  backupTimes:
    'worker 每天备份的时间，以逗号分隔，按 Asia/Shanghai 时间；`off` 表示不备份。开发环境下只有设置后才备份。',
  backupKeep: '每天、每周、每月各保留最新的一份，分别保留多少天、多少周、多少月；其余删除。',
  backupRecipients:
    '备份加密所用的公钥，以逗号分隔（`age1…`，由 `age-keygen` 生成），任意一个对应的私钥即可解密。不设置时，定时备份不加密。',
  backupIdentity:
    '每周检验时用来解密所存备份的私钥（`AGE-SECRET-KEY-1…`）。最好不要放在本机：不设置时，检验会新做一份备份，它另外可用只属于该次检验的密钥解密。',
  backupDemos: '设为 `1` 时，定时备份也包含 Demo，每份备份都会增加全部 Demo 的大小。',
  discordUrl: 'Discord 的地址，或服务器和玩家浏览器都能访问的代理。',
  discordClientId:
    '玩家关联 Discord 账号并登录所用的应用（https://discord.com/developers/applications），其重定向地址为 `PUBLIC_URL/api/account/links/discord/callback`。',
  discordClientSecret: '该应用的 client secret。',
  discordBotToken:
    '该应用的机器人 token，用于授予和收回身份组。机器人需要“管理身份组”权限，且自身身份组须高于这些身份组。',
  discordGuild: '授予身份组的 Discord 服务器（guild）编号。',
  discordRoles:
    '各群组在该服务器上对应的身份组，JSON 格式：`{"vip":"1234…","pro":"…","kol":"…","op":"…","linked":"…"}`。`linked` 给所有关联了账号的玩家。门户只授予和收回这些身份组。',
  qqUrl: 'QQ 互联的地址，玩家在此同意关联 QQ 账号。',
  qqAppId:
    'QQ 互联的应用（https://connect.qq.com），其回调地址为 `PUBLIC_URL/api/account/links/qq/callback`。',
  qqAppKey: '该应用的 APP Key。',
  inventoryUrl:
    '库存模拟站点的地址，页面以框架显示它。其 Cookie 为 `SameSite=Lax`，请放在同级子域名上。把皮肤带进游戏的插件可能导致服务器被 Valve 封禁。',
  inventoryApiKey: '该站点权限为 `api_auth` 的密钥，不会离开门户。',
  inventoryDatabaseUrl:
    '该站点的 PostgreSQL，门户在其中写入登录者（表 `"User"`）。不设置时，只有之前自己登录过该站点的人可以使用。',
  vipDatabaseUrl:
    '游戏服务器 VIP 插件的 MySQL 或 MariaDB，其中有 `vip_users` 表，如 `mysql://portal:password@host:3306/vip`。门户按“服务器 › 命令”中的设置核对或写入该表；数据库用户需要该表的 `select`、`insert`、`update` 和 `delete` 权限。',
  allowPrivate:
    '设为 `1` 时，门户可以访问管理员或游戏服务器指定的内网地址（本机及本地网络）：游戏服务器在同一网络时设置。玩家浏览器的推送服务始终只能是公网地址。这些设置中的地址和租用的服务器不受限制。',
  allowPrivatePush:
    '设为 `1` 时，玩家浏览器的推送服务可以是内网地址或不加密的地址，仅供使用模拟器的测试。生产环境会拒绝。',
  pollIntervalMs: '每隔多少毫秒查询一次每台游戏服务器。',
  rawLogDays:
    '游戏服务器的原始上报在计数后保留的天数，最多再多留一周（不超过 14 天时为一天，超过 180 天时为一个月）。迟到的上报只有在其前后的上报仍保留时才能按顺序计入。天数越少，数据库和备份越小。',
  allowOpenDemo: '设为 `1` 时，`npm start` 即使带有模拟部分也可监听本机以外的地址。生产环境会拒绝。',
  metricsPort:
    '为 Prometheus 提供 `/metrics` 的 TCP 端口，0 表示任选一个空闲端口。与 `CLUTCH_METRICS_TOKEN` 都不设置时，不提供指标。',
  metricsHost: '`CLUTCH_METRICS_PORT` 监听的地址。改为回环以外的地址时，应由内网或令牌保护。',
  metricsToken:
    'Prometheus 必须携带的 Bearer 令牌。设置了 `CLUTCH_METRICS_PORT` 时保护该端口；否则 `/metrics` 由门户的端口提供，且只对该令牌开放。',
  otlpEndpoint:
    'OpenTelemetry 接收端（OTLP/HTTP）的基础地址，如 `http://127.0.0.1:4318`，链路数据发送到其下的 `/v1/traces`。不设置时不记录链路。',
  otlpHeaders: '发送给该接收端的请求头，以逗号分隔，如 `authorization=Bearer%20TOKEN`，值使用百分号编码。',
  traceServiceName: '本门户在链路数据中的名称。',
  traceRatio: '记录链路的比例，0 到 1。由受信任代理发起的链路沿用其自身的决定。',
}
