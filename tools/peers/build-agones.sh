#!/usr/bin/env bash
# Builds the real controllers, webhooks and SDK of Agones that the Kubernetes driver is proven against, from its published source, which holds
# all that it needs. Its module cannot be fetched by its own name, so a copy of the repository is compiled.
#
#   tools/peers/build-agones.sh                         # needs Go 1.25 or newer and git
#   AGONES_REPOSITORY=/path/to/agones tools/peers/build-agones.sh
#
# The programs are kept outside the repository (CLUTCH_PEERS, ~/.cache/clutch-peers by default) and used by `npm run prove` where they are
# present, together with those of build-kubernetes.sh. A second run does nothing.
set -euo pipefail

version=v1.56.0
repository=${AGONES_REPOSITORY:-https://github.com/googleforgames/agones}
root=${CLUTCH_PEERS:-$HOME/.cache/clutch-peers}/agones
bin=$root/bin
programs='controller extensions sdk-server'

missing=''
for program in $programs; do [ -x "$bin/$program" ] || missing="$missing $program"; done
[ -n "$missing" ] || [ ! -f "$root/install.yaml" ] || { echo "complete: $bin"; exit 0; }

mkdir -p "$bin" "$root/source"
cd "$root/source"
[ -d .git ] || git init --quiet
git fetch --quiet --depth 1 "$repository" "refs/tags/$version"
git checkout --quiet --force FETCH_HEAD
cp install/yaml/install.yaml "$root/install.yaml"
for program in $missing; do
  SECONDS=0
  CGO_ENABLED=0 nice -n 10 go build -mod=vendor -trimpath -buildvcs=false -ldflags '-s -w' -o "$bin/$program" "./cmd/$program"
  echo "$program: $SECONDS s"
done
