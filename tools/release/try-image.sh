#!/usr/bin/env bash
# Starts an image of the portal on an empty database and uses it as an operator would: tools/release/try-image.sh docker IMAGE
# The first word is the program of containers (docker, podman). DATABASE_URL names the database, CLUTCH_PORT the port (8080).
set -euo pipefail
engine=$1 image=$2 port=${CLUTCH_PORT:-8080}
name=clutch-try-$$
url=http://127.0.0.1:$port
CLUTCH_SECRET_KEY=$(head -c 32 /dev/urandom | base64)
export DATABASE_URL CLUTCH_SECRET_KEY

finish() {
  code=$?
  [ "$code" = 0 ] || "$engine" logs "$name" >&2 || true
  "$engine" rm --force "$name" >/dev/null
  exit "$code"
}
"$engine" run --detach --name "$name" --network host --read-only --tmpfs /tmp --cap-drop ALL \
  --env DATABASE_URL --env CLUTCH_SECRET_KEY --env CLUTCH_PORT="$port" --env CLUTCH_PUBLIC_URL=https://cs.example.org "$image" >/dev/null
trap finish EXIT

for _ in $(seq 60); do
  if curl --silent --fail --output /dev/null "$url/readyz"; then break; fi
  test "$("$engine" inspect --format '{{.State.Running}}' "$name")" = true
  sleep 1
done
curl --silent --show-error --fail "$url/" | grep '<div id="root"' >/dev/null
curl --silent --show-error --fail "$url/api/servers" >/dev/null
"$engine" exec "$name" node server/cli/operator.ts op add 76561198000000001 >/dev/null
"$engine" exec "$name" node server/cli/operator.ts op list | grep 76561198000000001 >/dev/null
"$engine" exec "$name" node server/cli/backup.ts /data/try.tar.zst
"$engine" stop --time 15 "$name" >/dev/null
test "$("$engine" inspect --format '{{.State.ExitCode}}' "$name")" = 0
echo "the image starts, answers, obeys its commands and stops"
