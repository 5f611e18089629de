#!/usr/bin/env bash
# Builds the real Traefik that the Ingress and the HTTPRoute of the chart are proven with, from its published source, and takes the definitions of
# the Gateway API that it implements. Its module alone cannot be built: it lacks a part that the repository has.
#
#   tools/peers/build-traefik.sh                        # needs Go 1.26 or newer and git
#   TRAEFIK_REPOSITORY=/path/to/traefik tools/peers/build-traefik.sh
#
# The program is kept outside the repository (CLUTCH_PEERS, ~/.cache/clutch-peers by default) and used by `npm run prove` where it is present,
# together with those of build-kubernetes.sh and build-node.sh. A second run does nothing.
set -euo pipefail

version=v3.7.13
repository=${TRAEFIK_REPOSITORY:-https://github.com/traefik/traefik}
folder=${CLUTCH_PEERS:-$HOME/.cache/clutch-peers}/traefik

[ -x "$folder/traefik" ] && [ -d "$folder/gateway-api" ] && { echo "complete: $folder"; exit 0; }
mkdir -p "$folder/source"
cd "$folder/source"
[ -d .git ] || git init --quiet
git fetch --quiet --depth 1 "$repository" "refs/tags/$version"
git checkout --quiet --force FETCH_HEAD
CGO_ENABLED=0 nice -n 10 go build -trimpath -buildvcs=false -ldflags '-s -w' -o "$folder/traefik" ./cmd/traefik
definitions=$(go list -m -f '{{.Dir}}' sigs.k8s.io/gateway-api)/config/crd/standard
mkdir -p "$folder/gateway-api"
cp "$definitions"/*.yaml "$folder/gateway-api"
chmod u+w "$folder/gateway-api"/*
